/** Only a path of our own app: never another site, never a look-alike such as '//x' or '/app.evil'. */
export function appPath(value: string | null): string | null {
  return value !== null && /^\/app(?:[/?#]|$)/.test(value) && !/[\\\s]/.test(value) ? value : null
}
