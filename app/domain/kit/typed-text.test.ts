import fc from "fast-check";
import { expect, test } from "vitest";
import { addressSchema } from "./addresses/address.schema";
import { loginSchema, forgotPasswordSchema } from "~/domain/people/accounts/accounts.schema";
import { emailKey } from "~/domain/people/accounts/accounts.server";
import { cartSchema } from "~/domain/sales/cart/cart.schema";
import { toIsbn13 } from "~/domain/catalogue/books/record/isbn";
import { toNumber } from "~/domain/catalogue/books/record/typed-fields";
import { couponCode } from "~/domain/sales/coupons/coupons";
import { appCodeField } from "~/domain/people/factors/factors.schema";
import { searchedId } from "./listing/listing";
import { newsletterSchema } from "~/domain/readers/newsletter/newsletter.schema";
import { orderSearchTerm } from "~/domain/sales/orders/orders";
import { returnFromForm } from "~/domain/sales/orders/returns/returns.schema";
import { asciiDigits } from "./digits";
import { mailAddress } from "./typed-text";

/** The zero of each script that has digits of its own. */
const ZEROS = Array.from({ length: 0x1fbff }, (_, code) => code).filter(
  (code) => /\p{Nd}/u.test(String.fromCodePoint(code)) && asciiDigits(String.fromCodePoint(code)) === "0",
);

test("the digits of every script are read as 0 to 9, and nothing else changes", () => {
  expect(ZEROS.length).toBeGreaterThan(60);
  for (const zero of ZEROS)
    for (let digit = 0; digit < 10; digit += 1)
      expect(asciiDigits(String.fromCodePoint(zero + digit))).toBe(String(digit));
  // Devanagari, Bengali, Tamil, Malayalam, Urdu, full width.
  expect(asciiDigits("६८२००१ ৬৮২০০১ ௬௮௨௦௦௧ ൬൮൨൦൦൧ ۶۸۲۰۰۱ ６８２００１")).toBe(
    Array(6).fill("682001").join(" "),
  );
  fc.assert(fc.property(fc.string(), (text) => /[^\P{Nd}0-9]/u.test(text) || asciiDigits(text) === text));
});

const ADDRESS = {
  fullname: "आशा राव",
  address1: "१२ Lake View Road",
  address2: "-",
  place: "Kochi",
  state: "Kerala",
  pincode: "६८२ ००१",
  mobile: "+९१ ९८४७०-१२३४५",
  email: "Asha@exämple.com",
};

test("numbers typed on Indian keyboards are numbers; texts keep their digits", () => {
  expect(addressSchema.parse(ADDRESS)).toMatchObject({
    pincode: "682001",
    mobile: "9847012345",
    address1: "१२ Lake View Road",
  });
  expect(cartSchema.parse({ intent: "update", itemId: "1", quantity: "३" })).toMatchObject({ quantity: 3 });
  expect(toNumber("₹१,२९९.५०")).toBe(1299.5);
  expect(appCodeField.parse("१२३ ४५६")).toBe("123456");
  expect(couponCode("diwali१०")).toBe("DIWALI10");
  expect(toIsbn13("९७८-०-१४०४४९१३-६")).toBe("9780140449136");
  expect([searchedId("#४५"), orderSearchTerm("#४५")]).toEqual([45, "45"]);
  const copies = new FormData();
  copies.set("copies-7", "०२");
  copies.set("copies-8", "०");
  expect(returnFromForm(copies).items).toEqual([{ bookId: 7, qty: 2 }]);
});

test("an address of a domain with letters outside ASCII is the same one however it is typed", () => {
  const ascii = "asha@xn--exmple-cua.com";
  expect(mailAddress("asha@exämple.com")).toBe(ascii);
  for (const typed of ["asha@exämple.com", " Asha@EXÄMPLE.com", ascii, "asha@exa\u0308mple.com"]) {
    expect(forgotPasswordSchema.parse({ email: typed }).email).toBe(ascii);
    expect(loginSchema.parse({ username: typed, password: "x" }).username).toBe(ascii);
    expect(newsletterSchema.parse({ email: typed }).email).toBe(ascii);
    expect(emailKey(typed)).toBe(ascii);
  }
  expect(addressSchema.parse(ADDRESS).email).toBe("Asha@xn--exmple-cua.com");
  expect(forgotPasswordSchema.parse({ email: "ravi@डाकमेल.भारत" }).email).toBe(
    "ravi@xn--11bx4bq1dyc.xn--h2brj9c",
  );
  for (const wrong of [
    "ä",
    "@exämple.com",
    "a@ex ämple.com",
    "a@exämple.com/x",
    "a@ä:80",
    "आशा@example.com",
    "a@b@exämple.com",
  ])
    expect(forgotPasswordSchema.safeParse({ email: wrong }).success).toBe(false);
});
