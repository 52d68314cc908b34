import { Link } from "react-router";

interface Shop {
  name: string;
  email: string;
  phone: string;
  address: string;
  hasOfficer: boolean;
}

const PAGES = [
  ["/books", "Books"],
  ["/categories", "Categories"],
  ["/bestsellers", "Bestsellers"],
  ["/orders", "My Orders"],
  ["/terms", "Terms"],
  ["/privacy", "Privacy"],
] as const;

export function Footer({ shop }: { shop: Shop }) {
  return (
    <footer className="endpaper">
      <div className="page">
        <div>
          <p className="font-display text-3xl">{shop.name}</p>
          <p>Books from Indian presses, sent to your door.</p>
        </div>
        <nav aria-label="Footer">
          {PAGES.map(([to, label]) => (
            <Link key={to} to={to}>
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
        <p>Titles are set in Eczar, which was drawn for Devanagari and Latin together.</p>
      </div>
    </footer>
  );
}
