/** A text that `renderMarkdown` made into HTML. Its page links styles/rich-text.css. @param html of `renderMarkdown` only */
export function RichText({ html, className = "" }: { html: string; className?: string }) {
  return <div className={`rich-text ${className}`} dangerouslySetInnerHTML={{ __html: html }} />;
}
