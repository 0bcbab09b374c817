/** Keeps the screen awake until the returned function is called. The browser takes the lock away from a hidden page. */
export function keepAwake(): () => void {
  let lock: WakeLockSentinel | null = null
  let over = false
  const take = async () => {
    if (over || document.visibilityState !== 'visible' || (lock && !lock.released)) return
    try {
      const granted = await navigator.wakeLock.request('screen')
      if (over) void granted.release()
      else lock = granted
    } catch {
      // Unsupported or low battery: record without it.
    }
  }
  document.addEventListener('visibilitychange', take)
  void take()
  return () => {
    over = true
    document.removeEventListener('visibilitychange', take)
    void lock?.release().catch(() => undefined)
  }
}
