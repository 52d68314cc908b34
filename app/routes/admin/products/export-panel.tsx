import { useSearchParams } from "react-router";
import { formatCount } from "~/domain/kit/counts";
import { ALL_EXPORT_FORMATS, EXPORT_FORMATS, type ExportFormat } from "~/domain/book-files/exports/exports";
import { listHref } from "~/domain/kit/listing/listing";
import { SidePanel } from "~/ui/kit/dialog";

/** The panel ?export=1: the list's books or all of them, in each format. @param count books that the list shows */
export function ExportPanel({ count, isFiltered }: { count: number; isFiltered: boolean }) {
  const [params] = useSearchParams();
  const closeTo = listHref(params);
  const ofList = (format: ExportFormat) => {
    const own = new URLSearchParams(closeTo);
    for (const name of ["page", "size"]) own.delete(name);
    own.set("format", format);
    return `/admin/products/export?${own}`;
  };
  return (
    <SidePanel title="Export books" closeTo={closeTo}>
      <div className="grid gap-6">
        {isFiltered ? <Choice title="What the list shows" text={inWords(count)} href={ofList} /> : null}
        <Choice
          title="All books"
          text={isFiltered ? "Hidden ones too" : `${inWords(count)}, hidden ones too`}
          href={(format) => `/admin/products/export?format=${format}&all=1`}
        />
        <div className="text-muted border-line grid gap-2 border-t pt-6 text-sm">
          <p>
            <strong>Excel</strong> and <strong>CSV</strong> have the columns of an import: change the file,
            and import it again. A spreadsheet that opens a CSV may shorten ISBNs and drop zeros in front;
            take Excel then.
          </p>
          <p>
            <strong>ONIX</strong> is for distributors and other bookshops. It has no sale prices and no HSN
            codes, tags only as keywords, and does not say what is featured.
          </p>
        </div>
      </div>
    </SidePanel>
  );
}

const inWords = (count: number) => `${formatCount(count)} ${count === 1 ? "book" : "books"}`;

function Choice({
  title,
  text,
  href,
}: {
  title: string;
  text: string;
  href: (format: ExportFormat) => string;
}) {
  return (
    <section className="grid gap-3">
      <div>
        <h3 className="text-xl">{title}</h3>
        <p className="text-muted text-sm">{text}</p>
      </div>
      <ul className="flex flex-wrap gap-2">
        {ALL_EXPORT_FORMATS.map((format) => (
          <li key={format}>
            <a href={href(format)} className="btn btn-quiet btn-sm">
              {EXPORT_FORMATS[format].label}
              <span className="sr-only">: {title}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
