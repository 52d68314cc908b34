// Pages that are rendered for one person each: the carts of several customers, the orders of the one who has ordered
// most, and the back office.
import SQLite from "better-sqlite3";
import { signIn } from "./shop.mjs";

/**
 * @param customers Cookie headers of customers with different carts
 * @returns [what, path, Cookie headers of those who ask for it in turn]
 */
export async function personalPages(origin, dataDir, customers) {
  const { email, order } = readBusiest(dataDir);
  const reader = [await signIn(origin, email, "Read-a-book-1")];
  const admin = [await signIn(origin, "admin@kitab.example", "Open-the-shop-1")];
  return [
    ["cart page", "/cart", customers],
    ["a customer's list of orders", "/orders", reader],
    ["a customer's order", `/orders/${order}`, reader],
    ["back office: books", "/admin/products", admin],
    ["back office: orders", "/admin/orders", admin],
    ["back office: customers", "/admin/customers", admin],
    ["back office: an order", `/admin/orders/${order}`, admin],
  ];
}

/** The customer with the most orders, who gets the sample customer's password, and the largest of these orders. */
function readBusiest(dataDir) {
  const db = new SQLite(`${dataDir}/kitab.db`, { timeout: 5000 });
  const account = db
    .prepare("select account_id from orders group by account_id order by count(*) desc, account_id limit 1")
    .pluck()
    .get();
  db.prepare(
    `update accounts set email_confirmed_at = coalesce(email_confirmed_at, created_at), password_hash =
       (select password_hash from accounts where email = 'customer@kitab.example') where id = ?`,
  ).run(account);
  const email = db.prepare("select email from accounts where id = ?").pluck().get(account);
  const order = db
    .prepare("select id from orders where account_id = ? order by item_count desc, id limit 1")
    .pluck()
    .get(account);
  db.close();
  return { email, order };
}
