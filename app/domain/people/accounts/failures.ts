// Messages for failed account actions (docs/specification.md §8).

export const REGISTER_FAILED = "Registration failed.";
export const FORGOT_FAILED = "Failed to send reset instructions";
export const RESET_FAILED = "Failed to Reset password";
export const CODE_FAILED =
  "The shop is busy for the moment, and your code could not be sent or checked. Please try again";
export const CHANGE_FAILED = "Failed to change password";
