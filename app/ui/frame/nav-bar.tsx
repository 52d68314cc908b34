import { useEffect, useRef, useState } from "react";
import { Form, Link, NavLink, useFetchers, useLocation, useNavigation } from "react-router";
import { MAIN_MENU, type MenuLink } from "~/domain/front/home/frame-parts";
import { type Own, ownTexts } from "~/page-data/own-texts";
import { expectedCartCount } from "~/ui/cart/cart-count";
import { Icon } from "~/ui/kit/icons";
import { Live } from "./live";
import { Logo } from "./logo";
import { OwnText } from "./own";
import { useMenusThatClose } from "./menus";
import { SearchBox } from "./search/search-box";
import { ThemeToggle } from "./theme-toggle";
import { readParam, REDIRECT_MAX } from "~/domain/kit/search-params";

interface NavBarProps {
  shopName: string;
  /** File name below /coverpages/; null: Kitab's own logo, or the initials. */
  logo: string | null;
  /** The logo contains the name: it stands alone. */
  logoAlone?: boolean;
  account: { role: "customer" | "admin" } | null;
  own: Own;
  menu?: MenuLink[];
}

const PAGE_SEARCH = "page-search";
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
export function NavBar({ shopName, logo, logoAlone = false, account, own, menu = MAIN_MENU }: NavBarProps) {
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
          <Logo shopName={shopName} logo={logo} isAlone={logoAlone} />
          {logoAlone ? null : (
            <span className={shopName.length > LONG_NAME ? "is-long" : undefined}>{shopName}</span>
          )}
        </Link>
        {hasMenuRow ? null : (
          <nav aria-label="Main" className={menu === MAIN_MENU ? undefined : "min-w-0 flex-wrap"}>
            <MainLinks menu={menu} />
          </nav>
        )}
        <SearchBox id="search" />
        <div className="nav-tools">
          <CartLink own={own} />
          <ThemeToggle />
          <details key={`account ${key}`} className="max-md:hidden" data-menu>
            <summary className="btn btn-plain px-2.5">
              <Icon name="user" />
              {account ? (
                <OwnText own={own} of="greeting" className="max-w-20 truncate lg:max-w-32" dir="auto" />
              ) : (
                <span className="max-w-32 truncate">Account</span>
              )}
            </summary>
            <div className="menu">
              <UserMenu account={account} own={own} />
            </div>
          </details>
          <details key={`menu ${key}`} className="md:hidden" data-menu>
            <summary className="btn btn-plain px-2.5" aria-label="Menu">
              <Icon name="menu" />
            </summary>
            <div className="menu">
              <SearchLink />
              <MainLinks menu={menu} />
              <UserMenu account={account} own={own} />
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
        <SearchBox id={PAGE_SEARCH} />
      </div>
    </>
  );
}

/** On a phone the search scrolls away with the page, and the bar with this menu stays. */
const SearchLink = () => (
  <a
    href={`#${PAGE_SEARCH}`}
    className="btn"
    onClick={(event) => {
      event.preventDefault();
      event.currentTarget.closest("details")?.removeAttribute("open");
      document.getElementById(PAGE_SEARCH)?.focus();
    }}
  >
    Search
  </a>
);

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

function CartLink({ own }: { own: Own }) {
  const sent = [useNavigation(), ...useFetchers()];
  const isLoading = sent.some(({ formAction }) => formAction?.startsWith("/cart"));
  const count = expectedCartCount(own.cartCount, sent);
  const shown = { ...own, cartCount: count };
  return (
    <>
      <Link to="/cart" className="btn btn-plain cart-link px-2.5">
        <Icon name="cart" />
        <OwnText own={shown} of="cart" className="sr-only" />
        {count > 0 ? <OwnText own={shown} of="copies" className="badge" aria-hidden /> : null}
        {isLoading ? <span className="badge is-busy" /> : null}
      </Link>
      <Live text={ownTexts(shown).cart} />
    </>
  );
}

function UserMenu({ account, own }: Pick<NavBarProps, "account" | "own">) {
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
        <OwnText own={own} of="greeting" />
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
            {own.wishlistCount > 0 ? (
              <span className="text-muted ml-auto text-sm">
                <OwnText own={own} of="wished" />
                <OwnText own={own} of="wishedBooks" className="sr-only" />
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
