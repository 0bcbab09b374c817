import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** All addresses of the product. */
export default [
  index('routes/public/home.tsx'),
  layout('routes/public/site.tsx', [
    route('landing', 'routes/public/landing.tsx'),
    route('pricing', 'routes/public/pricing.tsx'),
    route('about', 'routes/public/about.tsx'),
    route('qualidade', 'routes/public/quality.tsx'),
    route('contact', 'routes/public/contact.tsx'),
    route('demo', 'routes/public/demo.tsx'),
    route('verificar/:code?', 'routes/public/verify.tsx'),
    route('terms', 'routes/public/terms.tsx'),
    route('privacy', 'routes/public/privacy.tsx'),
    route('*', 'routes/public/not-found.tsx'),
  ]),
  route('paciente', 'routes/public/patient-page.tsx'),
  route('sitemap.xml', 'routes/public/sitemap.ts'),
  route('robots.txt', 'routes/public/robots.ts'),

  route('login', 'routes/auth/sign-in.tsx', { id: 'login' }),
  route('auth', 'routes/auth/sign-in.tsx', { id: 'auth' }),
  route('reset-password', 'routes/auth/reset-password.tsx'),
  route('closed', 'routes/auth/closed.tsx'),

  route('checkout', 'routes/checkout/checkout.tsx'),
  route('checkout/success', 'routes/checkout/success.tsx'),
  route('checkout/canceled', 'routes/checkout/canceled.tsx'),

  route('app/shell', 'routes/app/offline-shell.tsx'),
  route('app', 'routes/app/layout.tsx', [
    layout('routes/app/page.tsx', [
      index('routes/app/index.tsx'),
      route('dashboard', 'routes/app/dashboard.tsx'),
      route('history', 'routes/app/history.tsx'),
      route('history/:id', 'routes/app/history-detail.tsx'),
      route('patients', 'routes/app/patients.tsx'),
      route('patients/:id', 'routes/app/patient.tsx'),
      route('settings', 'routes/app/settings.tsx'),
      route('settings/writing', 'routes/app/writing.tsx'),
      route('*', 'routes/app/not-found.tsx'),
    ]),
  ]),

  route('dev/inbox', 'routes/dev/inbox.tsx'),
] satisfies RouteConfig
