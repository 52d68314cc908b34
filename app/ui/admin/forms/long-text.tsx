const SHORT = 160;

/** A text that may be as long as a book's description: shows its beginning, and the rest on request. */
export function LongText({ children: text }: { children: string }) {
  if (text.length <= SHORT) return text;
  return (
    <details className="group">
      <summary>
        <span className="group-open:hidden">{text.slice(0, SHORT)}… </span>
        <span className="link">
          <span className="group-open:hidden">Show all</span>
          <span className="hidden group-open:inline">Show less</span>
        </span>
      </summary>
      <span className="whitespace-pre-line">{text}</span>
    </details>
  );
}
