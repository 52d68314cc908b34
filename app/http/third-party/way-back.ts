/** Where somebody began who did not get through: the page with the button, keeping where they wanted to go. */
export function wayBack({ accountId, redirectTo }: { accountId: number | null; redirectTo: string }): string {
  if (accountId !== null) return "/account/connections";
  return redirectTo ? `/login?redirectTo=${encodeURIComponent(redirectTo)}` : "/login";
}
