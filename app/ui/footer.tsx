import { Link } from "react-router";

interface Shop {
  name: string;
  email: string;
  phone: string;
  address: string;
}

export function Footer({ shop }: { shop: Shop }) {
  return (
    <footer className="border-line bg-sunken mt-12 border-t">
      <div className="page grid gap-8 text-sm sm:grid-cols-2 md:grid-cols-3">
        <div className="grid content-start gap-2">
          <p className="font-display text-xl font-semibold">{shop.name}</p>
          <p className="text-muted">Books from Indian presses, sent to your door.</p>
        </div>
        <nav aria-label="Footer" className="grid content-start justify-items-start gap-1">
          <Link to="/books" className="link py-1">
            Books
          </Link>
          <Link to="/categories" className="link py-1">
            Categories
          </Link>
          <Link to="/bestsellers" className="link py-1">
            Bestsellers
          </Link>
          <Link to="/orders" className="link py-1">
            My Orders
          </Link>
          <Link to="/terms" className="link py-1">
            Terms
          </Link>
          <Link to="/privacy" className="link py-1">
            Privacy
          </Link>
        </nav>
        <address className="grid content-start justify-items-start gap-1 not-italic">
          <span className="font-semibold">Contact</span>
          <a href={`mailto:${shop.email}`} className="link py-1">
            {shop.email}
          </a>
          <a href={`tel:${shop.phone.replace(/\s/g, "")}`} className="link py-1">
            {shop.phone}
          </a>
          <span className="whitespace-pre-line">{shop.address}</span>
          <Link to="/terms#contact" className="link py-1">
            Seller and grievance officer
          </Link>
        </address>
      </div>
    </footer>
  );
}
