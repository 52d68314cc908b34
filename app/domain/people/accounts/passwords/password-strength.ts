export interface PasswordStrength {
  /** 0, 25, 50, 75 or 100. */
  score: number;
  label: "Very Weak" | "Weak" | "Medium" | "Strong" | "Very Strong";
}

const SIGNS_OF_STRENGTH = [
  (password: string) => Array.from(password).length >= 8,
  (password: string) => /\p{Lu}/u.test(password),
  (password: string) => /\p{Ll}/u.test(password),
  (password: string) => /[0-9!@#$%^&*]/.test(password),
];

/**
 * The strength meter (docs/specification.md §4.10): 25 for each of a length of 8 or more, an upper-case letter,
 * a lower-case letter, a digit or one of !@#$%^&*. Only a hint; the rules are in accounts.schema.ts.
 */
export function passwordStrength(password: string): PasswordStrength {
  const score = 25 * SIGNS_OF_STRENGTH.filter((holds) => holds(password)).length;
  return { score, label: labelOf(score) };
}

function labelOf(score: number): PasswordStrength["label"] {
  if (score === 0) return "Very Weak";
  if (score <= 25) return "Weak";
  if (score <= 50) return "Medium";
  if (score <= 75) return "Strong";
  return "Very Strong";
}
