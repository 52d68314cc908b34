import { useEffect, useRef, useState } from "react";
import { Form, Link, NavLink, useFetchers, useLocation, useNavigation } from "react-router";
import { Icon } from "./icons";
import { Live } from "./live";
import { Logo } from "./logo";
import { useMenusThatClose } from "./menus";
import { ThemeToggle } from "./theme-toggle";

interface NavBarProps {
  shopName: string;
  /** File name below /coverpages/; null: the shop's own mark. */
  logo: string | null;
  account: { firstName: string; role: "customer" | "admin" } | null;
  cartCount: number;
  /** Of a signed-in customer. */
  wishlistCount: number;
}

const SOLID_AFTER_PX = 10;

const MORE_PAGES = [
  ["/categories", "Categories"],
  ["/bestsellers", "Bestsellers"],
] as const;

/** The bar of every customer page (specification section 2). Menus are <details>: they open without scripts. */
export function NavBar({ shopName, logo, account, cartCount, wishlistCount }: NavBarProps) {
  const isSolid = useScrolledPast(SOLID_AFTER_PX);
  const nav = useRef<HTMLElement>(null);
  // A new key closes the menus when the page changes.
  const { key } = useLocation();
  useMenusThatClose(nav);
  return (
    <header ref={nav} className={`site-nav sticky top-0 z-40 border-b ${isSolid ? "is-solid" : ""}`}>
      <div className="mx-auto flex max-w-6xl items-center gap-1 px-4 py-2 sm:gap-2 sm:px-6">
        <Link
          to="/"
          className="font-display mr-2 flex min-h-11 min-w-0 items-center gap-2 text-xl font-semibold md:max-w-52 lg:max-w-96"
        >
          <Logo shopName={shopName} logo={logo} />
          <span className="truncate">{shopName}</span>
        </Link>
        <nav aria-label="Main" className="hidden md:flex">
          <NavLink to="/books" className="btn btn-plain aria-[current=page]:text-accent px-3">
            Books
          </NavLink>
          {MORE_PAGES.map(([to, label]) => (
            <NavLink
              key={to}
              to={to}
              className="btn btn-plain aria-[current=page]:text-accent hidden! px-3 lg:inline-flex!"
            >
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="hidden min-w-0 flex-1 justify-center md:flex">
          <SearchBox id="search" />
        </div>
        <div className="ml-auto flex items-center gap-1">
          <CartLink count={cartCount} />
          <ThemeToggle />
          <details key={`account ${key}`} className="relative hidden md:block" data-menu>
            <summary className="btn btn-plain list-none px-2.5">
              <Icon name="user" />
              <span className="max-w-32 truncate">{account ? `Hi, ${account.firstName}` : "Account"}</span>
              <Icon name="chevron" className="size-4" />
            </summary>
            <div className="panel absolute right-0 mt-1 grid min-w-52 gap-1 p-2! shadow-lg">
              <UserMenu account={account} wishlistCount={wishlistCount} />
            </div>
          </details>
          <details key={`menu ${key}`} className="md:hidden" data-menu>
            <summary className="btn btn-plain list-none px-2.5" aria-label="Menu">
              <Icon name="menu" />
            </summary>
            <div className="bg-card border-line absolute inset-x-0 top-full grid gap-2 border-y p-4 shadow-lg">
              <SearchBox id="menu-search" />
              <NavLink to="/books" className="btn btn-plain justify-start!">
                Books
              </NavLink>
              {MORE_PAGES.map(([to, label]) => (
                <NavLink key={to} to={to} className="btn btn-plain justify-start!">
                  {label}
                </NavLink>
              ))}
              <UserMenu account={account} wishlistCount={wishlistCount} />
            </div>
          </details>
        </div>
      </div>
    </header>
  );
}

function SearchBox({ id }: { id: string }) {
  const { pathname, search } = useLocation();
  const query = pathname === "/books" ? (new URLSearchParams(search).get("q") ?? "") : "";
  return (
    <Form action="/books" role="search" className="flex w-full max-w-md">
      <label htmlFor={id} className="sr-only">
        Search books
      </label>
      <input
        key={query}
        id={id}
        type="search"
        name="q"
        defaultValue={query}
        placeholder="Title, author, publisher or ISBN"
        maxLength={100}
        className="input rounded-r-none border-r-0"
      />
      <button type="submit" aria-label="Search" className="btn btn-quiet rounded-l-none px-3">
        <Icon name="search" className="size-5" />
      </button>
    </Form>
  );
}

function CartLink({ count }: { count: number }) {
  const { formAction } = useNavigation();
  const isLoading = useFetchers().some((fetcher) => fetcher.formAction === "/cart") || formAction === "/cart";
  const label = count === 1 ? "Cart, 1 item" : `Cart, ${count} items`;
  return (
    <>
      <Link to="/cart" aria-label={label} className="btn btn-plain relative px-2.5">
        <Icon name="cart" />
        {isLoading ? (
          <span className="border-accent absolute top-1 right-0.5 size-4 animate-spin rounded-full border-2 border-t-transparent" />
        ) : count > 0 ? (
          <span className="bg-accent text-on-accent absolute top-0.5 right-0 min-w-5 rounded-full px-1 text-center text-xs leading-5 font-bold tabular-nums">
            {count}
          </span>
        ) : null}
      </Link>
      <Live text={label} />
    </>
  );
}

function UserMenu({ account, wishlistCount }: Pick<NavBarProps, "account" | "wishlistCount">) {
  const item = "btn btn-plain justify-start! w-full";
  if (!account) {
    return (
      <>
        <Link to="/login" className={item}>
          Login
        </Link>
        <Link to="/register" className={item}>
          Register
        </Link>
      </>
    );
  }
  return (
    <>
      <span className="text-muted px-5 py-1 text-sm break-words md:hidden">Hi, {account.firstName}</span>
      {account.role === "admin" ? (
        <Link to="/admin" className={item}>
          Admin Dashboard
        </Link>
      ) : (
        <>
          <Link to="/orders" className={item}>
            Order History
          </Link>
          <Link to="/wishlist" className={item}>
            Wishlist
            {wishlistCount > 0 ? (
              <span className="bg-sunken ml-auto min-w-6 rounded-full px-2 text-center text-sm tabular-nums">
                {wishlistCount}
                <span className="sr-only">{wishlistCount === 1 ? " book" : " books"}</span>
              </span>
            ) : null}
          </Link>
          <Link to="/account" className={item}>
            My Account
          </Link>
        </>
      )}
      <Form method="post" action="/logout">
        <button type="submit" className={item}>
          Logout
        </button>
      </Form>
    </>
  );
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const look = () => setPast(scrollY > pixels);
    look();
    addEventListener("scroll", look, { passive: true });
    return () => removeEventListener("scroll", look);
  }, [pixels]);
  return past;
}
