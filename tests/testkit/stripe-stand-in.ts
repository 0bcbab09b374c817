export const STRIPE_TEST_KEY = 'sk_test_of_the_tests'
export const STRIPE_TEST_WEBHOOK_SECRET = 'whsec_of_the_tests'

/**
 * Stripe's stand-in for the workers' tests. It cannot send webhooks there: the tests fetch its events and deliver
 * them.
 */
export default async function setup(): Promise<() => Promise<void>> {
  const { startStripe } = await import('#local/stripe/start.ts')
  const running = await startStripe({
    port: Number(process.env.STRIPE_TEST_PORT),
    secretKey: STRIPE_TEST_KEY,
    webhookSecret: STRIPE_TEST_WEBHOOK_SECRET,
  })
  return running.close
}
