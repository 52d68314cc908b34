import { DOCUMENT_LABELS, type DocumentKind } from "~/domain/orders/order-documents";

/** 'Bill of supply (PDF)': a file, so an ordinary link and not the router's. */
export function DocumentLink({ kind, href }: { kind: DocumentKind; href: string }) {
  return (
    <a href={href} className="link whitespace-nowrap">
      {DOCUMENT_LABELS[kind]} (PDF)
    </a>
  );
}
