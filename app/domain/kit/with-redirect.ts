/** The path of a login page, with where to go after it. @param redirectTo "" for none */
export const withRedirect = (path: string, redirectTo: string): string =>
  redirectTo ? `${path}?redirectTo=${encodeURIComponent(redirectTo)}` : path;
