import { describe, expect, test } from "vitest";
import {
  forgotPasswordSchema,
  loginSchema,
  registerSchema,
  resetPasswordSchema,
  signupSchema,
} from "./accounts.schema";

const good = {
  firstName: "Asha",
  lastName: "Rao",
  email: "asha@example.com",
  password: "Correct-Horse-7",
  confirmPassword: "Correct-Horse-7",
  terms: true,
};

function messages(changes: Record<string, unknown>): Record<string, string[]> {
  const result = registerSchema.safeParse({ ...good, ...changes });
  const found: Record<string, string[]> = {};
  for (const issue of result.error?.issues ?? []) (found[issue.path.join(".")] ??= []).push(issue.message);
  return found;
}

describe("registration", () => {
  test("accepts a valid form; trims the email and puts it in lower case, names keep their case", () => {
    expect(
      registerSchema.parse({
        ...good,
        firstName: "  Asha ",
        lastName: "van\n\u0000Rao\u001b",
        email: "  Asha@Example.COM ",
      }),
    ).toMatchObject({
      firstName: "Asha",
      lastName: "van Rao",
      email: "asha@example.com",
    });
  });

  test.each([
    [{ terms: undefined }, { terms: ["Please accept the terms and conditions"] }],
    [{ terms: false }, { terms: ["Please accept the terms and conditions"] }],
    [{ confirmPassword: "Correct-Horse-8" }, { confirmPassword: ["Passwords do not match"] }],
    [{ confirmPassword: undefined }, { confirmPassword: ["Passwords do not match"] }],
    [{ password: undefined }, { password: ["Password must be at least 8 characters long"] }],
    [{ firstName: "   " }, { firstName: ["First name is required"] }],
    [{ lastName: undefined }, { lastName: ["Last name is required"] }],
    [{ firstName: "a".repeat(101) }, { firstName: ["First name must be 100 characters or less"] }],
    [{ email: undefined }, { email: ["Please enter a valid email address"] }],
    [{ email: "asha@example" }, { email: ["Please enter a valid email address"] }],
    [{ email: "asha@example.com\r\nBcc: b@example.com" }, { email: ["Please enter a valid email address"] }],
    [{ email: "a@example.com,b@example.com" }, { email: ["Please enter a valid email address"] }],
    [{ email: `${"a".repeat(243)}@example.com` }, { email: ["Email must be 254 characters or less"] }],
  ])("refuses %j: %j", (changes, expected) => {
    expect(messages(changes)).toEqual(expected);
  });

  test.each([
    ["Abc-12", "Password must be at least 8 characters long"],
    ["Abcdefgh-", "Password must contain a number"],
    ["Abcdefgh1", "Password must contain a special character"],
    ["Abcdefgh 1", "Password must contain a special character"],
    ["a".repeat(199) + "-1", "Password must be 200 characters or less"],
  ])("refuses the password %j: %s", (password, message) => {
    expect(messages({ password, confirmPassword: password })).toEqual({ password: [message] });
    expect(
      resetPasswordSchema.safeParse({ token: "t", password, confirmPassword: password }).error?.issues,
    ).toMatchObject([{ path: ["password"], message }]);
  });

  test.each(["abcdefg-1", "मेरी-किताब-१", "spaces are fine 1!", `${"a".repeat(198)}-1`])(
    "accepts the password %j",
    (password) => {
      expect(messages({ password, confirmPassword: password })).toEqual({});
    },
  );

  test("reports unequal passwords together with all other errors", () => {
    expect(messages({ firstName: "", password: "short", confirmPassword: "other" })).toEqual({
      firstName: ["First name is required"],
      password: ["Password must be at least 8 characters long"],
      confirmPassword: ["Passwords do not match"],
    });
  });

  test("drops extra fields, so a registration cannot set the role", () => {
    expect(signupSchema.parse({ ...good, role: "admin", id: 1, status: "active" })).toEqual({
      firstName: "Asha",
      lastName: "Rao",
      email: "asha@example.com",
      password: "Correct-Horse-7",
      confirmPassword: "Correct-Horse-7",
    });
  });
});

test("login ignores letter case and surrounding spaces of the username, but not of the password", () => {
  expect(loginSchema.parse({ username: " Asha@Example.com ", password: " p " })).toEqual({
    username: "asha@example.com",
    password: " p ",
    remember: false,
  });
  expect(loginSchema.safeParse({}).error?.issues.map((issue) => issue.message)).toEqual([
    "Please enter your username",
    "Please enter your password",
  ]);
});

test("the form for a forgotten password requires an address", () => {
  expect(forgotPasswordSchema.safeParse({}).error?.issues[0]?.message).toBe(
    "Please enter a valid email address",
  );
  expect(forgotPasswordSchema.parse({ email: " ASHA@example.com" })).toEqual({ email: "asha@example.com" });
});
