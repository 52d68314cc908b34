import { Link } from "react-router";
import { FOOTER_MENU, FOOTER_WORDS, type FooterWords, type MenuLink } from "~/domain/front/home/frame-parts";

interface Shop {
  name: string;
  email: string;
  phone: string;
  address: string;
  hasOfficer: boolean;
}

export function Footer({
  shop,
  menu = FOOTER_MENU,
  words: { sentence, lastLine } = FOOTER_WORDS,
}: {
  shop: Shop;
  menu?: MenuLink[];
  words?: FooterWords;
}) {
  return (
    <footer className="endpaper">
      <div className="page">
        <div>
          <p className="font-display text-3xl">{shop.name}</p>
          {sentence ? <p>{sentence}</p> : null}
        </div>
        <nav aria-label="Footer">
          {menu.map(({ to, label }, at) => (
            <Link key={at} to={to}>
              {label}
            </Link>
          ))}
        </nav>
        <address>
          {shop.email ? <a href={`mailto:${shop.email}`}>{shop.email}</a> : null}
          {shop.phone ? <a href={`tel:${shop.phone.replace(/\s/g, "")}`}>{shop.phone}</a> : null}
          {shop.address ? <span className="whitespace-pre-line">{shop.address}</span> : null}
          <Link to="/terms#contact">{shop.hasOfficer ? "Seller and grievance officer" : "Seller"}</Link>
        </address>
        {lastLine ? <p>{lastLine}</p> : null}
      </div>
    </footer>
  );
}
