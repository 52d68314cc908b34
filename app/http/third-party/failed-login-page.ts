/** The page where a failed login began; it keeps the page to go to afterwards. */
export function failedLoginPage({
  accountId,
  redirectTo,
}: {
  accountId: number | null;
  redirectTo: string;
}): string {
  if (accountId !== null) return "/account/connections";
  return redirectTo ? `/login?redirectTo=${encodeURIComponent(redirectTo)}` : "/login";
}
