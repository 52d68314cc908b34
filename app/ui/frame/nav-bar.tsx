import { useEffect, useRef, useState } from "react";
import { Form, Link, NavLink, useFetchers, useLocation, useNavigation } from "react-router";
import { MAIN_MENU, type MenuLink } from "~/domain/home/frame-parts";
import { expectedCartCount } from "~/ui/cart/cart-count";
import { Icon } from "~/ui/kit/icons";
import { Live } from "./live";
import { Logo } from "./logo";
import { useMenusThatClose } from "./menus";
import { SearchBox } from "./search-box";
import { ThemeToggle } from "./theme-toggle";
import { readParam, REDIRECT_MAX } from "~/domain/search-params";

interface NavBarProps {
  shopName: string;
  /** File name below /coverpages/; null: Kitab's own logo, or the initials. */
  logo: string | null;
  account: { firstName: string; role: "customer" | "admin" } | null;
  cartCount: number;
  /** Of a logged-in customer. */
  wishlistCount: number;
  menu?: MenuLink[];
}

const SOLID_AFTER_PX = 10;
/** How many letters of a shop's name fit the bar in one line at full size. */
const LONG_NAME = 8;
/** How many letters of the name and the menu fit the bar; the space around a link counts as two. */
const BAR_LETTERS = 48;

/** Links that staff chose, beside a name of any length, may need a row of their own. */
const needsRow = (menu: MenuLink[], shopName: string) =>
  menu !== MAIN_MENU &&
  menu.reduce((sum, { label }) => sum + label.length + 2, shopName.length) > BAR_LETTERS;

/** The bar of every customer page (docs/specification.md §2.2). Menus are <details>: they open without scripts. */
export function NavBar({ shopName, logo, account, cartCount, wishlistCount, menu = MAIN_MENU }: NavBarProps) {
  const isSolid = useScrolledPast(SOLID_AFTER_PX);
  const nav = useRef<HTMLElement>(null);
  // A new key closes the menus when the page changes.
  const { key } = useLocation();
  useMenusThatClose(nav);
  const hasMenuRow = needsRow(menu, shopName);
  return (
    <>
      <header ref={nav} className={isSolid ? "site-nav is-solid" : "site-nav"}>
        <Link to="/" className="wordmark">
          <Logo shopName={shopName} logo={logo} />
          <span className={shopName.length > LONG_NAME ? "is-long" : undefined}>{shopName}</span>
        </Link>
        {hasMenuRow ? null : (
          <nav aria-label="Main" className={menu === MAIN_MENU ? undefined : "min-w-0 flex-wrap"}>
            <MainLinks menu={menu} />
          </nav>
        )}
        <SearchBox id="search" />
        <div className="nav-tools">
          <CartLink count={cartCount} />
          <ThemeToggle />
          <details key={`account ${key}`} className="max-md:hidden" data-menu>
            <summary className="btn btn-plain px-2.5">
              <Icon name="user" />
              <span className="max-w-32 truncate" dir="auto">
                {account ? `Hi, ${account.firstName}` : "Account"}
              </span>
            </summary>
            <div className="menu">
              <UserMenu account={account} wishlistCount={wishlistCount} />
            </div>
          </details>
          <details key={`menu ${key}`} className="md:hidden" data-menu>
            <summary className="btn btn-plain px-2.5" aria-label="Menu">
              <Icon name="menu" />
            </summary>
            <div className="menu">
              <SearchBox id="menu-search" label="Search from the menu" />
              <MainLinks menu={menu} />
              <UserMenu account={account} wishlistCount={wishlistCount} />
            </div>
          </details>
        </div>
      </header>
      {hasMenuRow ? (
        <nav aria-label="Main" className="menu-row">
          <MainLinks menu={menu} />
        </nav>
      ) : null}
      <div className="search-row">
        <SearchBox id="page-search" />
      </div>
    </>
  );
}

function MainLinks({ menu }: { menu: MenuLink[] }) {
  return menu.map(({ to, label }, at) => {
    // A link to a filtered list, a part of a page or another site is never the current page.
    const Entry = /[?#:]/.test(to) ? Link : NavLink;
    return (
      <Entry key={at} to={to} className="btn">
        {label}
      </Entry>
    );
  });
}

function CartLink({ count: serverCount }: { count: number }) {
  const sent = [useNavigation(), ...useFetchers()];
  const isLoading = sent.some(({ formAction }) => formAction?.startsWith("/cart"));
  const count = expectedCartCount(serverCount, sent);
  const label = count === 1 ? "Cart, 1 item" : `Cart, ${count} items`;
  return (
    <>
      <Link to="/cart" aria-label={label} className="btn btn-plain cart-link px-2.5">
        <Icon name="cart" />
        {count > 0 ? <span className="badge">{count}</span> : null}
        {isLoading ? <span className="badge is-busy" /> : null}
      </Link>
      <Live text={label} />
    </>
  );
}

function UserMenu({ account, wishlistCount }: Pick<NavBarProps, "account" | "wishlistCount">) {
  const item = "btn";
  const back = wayBack(useLocation());
  if (!account) {
    return (
      <>
        <Link to={`/login${back}`} className={item}>
          Login
        </Link>
        <Link to={`/register${back}`} className={item}>
          Register
        </Link>
      </>
    );
  }
  return (
    <>
      <p className="text-muted text-sm md:hidden" dir="auto">
        Hi, {account.firstName}
      </p>
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
              <span className="text-muted ml-auto text-sm">
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

/** For links to the login: this page, or the one that led to the login; never an address with a token. */
function wayBack({ pathname, search }: { pathname: string; search: string }): string {
  const params = new URLSearchParams(search);
  const isLogin = pathname === "/login" || pathname === "/register";
  const to = isLogin
    ? readParam(params, "redirectTo", REDIRECT_MAX)
    : params.has("token") || pathname === "/"
      ? null
      : pathname + search;
  return to ? `?redirectTo=${encodeURIComponent(to)}` : "";
}

function useScrolledPast(pixels: number): boolean {
  const [past, setPast] = useState(false);
  useEffect(() => {
    const onScroll = () => setPast(scrollY > pixels);
    onScroll();
    addEventListener("scroll", onScroll, { passive: true });
    return () => removeEventListener("scroll", onScroll);
  }, [pixels]);
  return past;
}
