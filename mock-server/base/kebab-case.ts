/** `managementGrant` and `management_grant` → `management-grant` */
export const kebabCase = (name: string): string =>
  name.replaceAll("_", "-").replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
