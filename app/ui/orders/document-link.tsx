import { DOCUMENT_LABELS, type DocumentKind } from "~/domain/sales/orders/order-documents";

/** 'Bill of supply (PDF)'. A plain link, since the router cannot navigate to a file. */
export function DocumentLink({ kind, href }: { kind: DocumentKind; href: string }) {
  return (
    <a href={href} className="link -my-3 py-3 whitespace-nowrap">
      {DOCUMENT_LABELS[kind]} (PDF)
    </a>
  );
}
