import type { FormEntry } from ".";

/** Of the back office: its lists, books and what they are made of. */
export const ADMIN_BOOK_FORMS: FormEntry[] = [
  {
    does: "the sidebar is folded",
    at: ["ui/admin/admin-sidebar.tsx: POST /admin/sidebar state=collapsed"],
    sends: "POST /admin/sidebar state=collapsed",
    journey: "back-office: the sidebar leads to every screen and remembers that it was folded",
  },
  {
    does: "the sidebar is unfolded",
    at: ["ui/admin/admin-sidebar.tsx: POST /admin/sidebar state=open"],
    sends: "POST /admin/sidebar state=open",
    journey: "back-office: the sidebar leads to every screen and remembers that it was folded",
  },
  {
    does: "staff log out",
    at: ["ui/admin/admin-sidebar.tsx: POST /logout"],
    sends: "POST /logout",
    journey: "back-office: staff look at the store and come back; logging out leads home",
  },
  {
    does: "a list of the back office is searched",
    at: ["ui/admin/list-controls.tsx: GET"],
    sends: "GET /admin/authors q",
    journey: "master-data: a list sorts, pages, jumps and says when nothing is found; all of it in the URL",
  },
  {
    does: "a list shows more rows",
    at: ["ui/admin/list-controls.tsx: GET"],
    sends: "GET /admin/authors size=50",
    journey: "master-data: a list sorts, pages, jumps and says when nothing is found; all of it in the URL",
  },
  {
    does: "a list jumps to a page",
    at: ["ui/admin/list-controls.tsx: GET #2"],
    sends: "GET /admin/authors page=4",
    journey: "master-data: a list sorts, pages, jumps and says when nothing is found; all of it in the URL",
  },
  {
    does: "an author is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/authors name",
    journey: "master-data: Authors List: a name is added, refused twice, found, changed",
  },
  {
    does: "a language is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/languages name",
    journey: "master-data: Languages List: a name is added and changed",
  },
  {
    does: "a publisher is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/publishers name",
    journey: "master-data: Publishers List: a name is added and changed",
  },
  {
    does: "a book tag is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/booktags name",
    journey: "master-data: Booktags List: a name is added and changed",
  },
  {
    does: "a logistics provider is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/logistics/providers name",
    journey: "master-data: Logistics Providers List: a name is added and changed",
  },
  {
    does: "a category is named",
    at: ["ui/admin/name-panel.tsx: POST"],
    sends: "POST /admin/categories name",
    journey: "master-data: a category is added as a book tag",
  },
  {
    does: "a book is saved",
    at: [
      "routes/admin/products/book-form.tsx: POST intent=save-book #2",
      "routes/admin/products.tsx: knows intent=save-book",
    ],
    sends: "POST /admin/products intent=save-book",
    journey: "books: a book with an author and a tag added from within its form, then edited",
  },
  {
    does: "a book is saved by the Enter key",
    at: ["routes/admin/products/book-form.tsx: POST intent=save-book"],
    sends: "POST /admin/products intent=save-book salePrice=199",
    journey: "books: a book with an author and a tag added from within its form, then edited",
  },
  {
    does: "an author is found from the form of a book",
    at: [
      "ui/admin/choice-controls.tsx: button intent={`find-${kind}`}",
      "routes/admin/products.tsx: knows intent=find-authors",
    ],
    sends: "POST /admin/products intent=find-authors",
    journey: "books: a book with an author and a tag added from within its form, then edited",
  },
  {
    does: "an author nobody has is added from the form of a book",
    at: [
      "ui/admin/choice-controls.tsx: button intent={`new-${kind}`}",
      "routes/admin/products.tsx: knows intent=new-authors",
    ],
    sends: "POST /admin/products intent=new-authors",
    journey: "books: a book with an author and a tag added from within its form, then edited",
  },
  {
    does: "a tag is found from the form of a book",
    at: [
      "ui/admin/choice-controls.tsx: button intent={`find-${kind}`}",
      "routes/admin/products.tsx: knows intent=find-tags",
    ],
    sends: "POST /admin/products intent=find-tags",
    journey: "books: two edit the same book: the second is told, and saves knowingly",
  },
  {
    does: "a tag nobody has is added from the form of a book",
    at: [
      "ui/admin/choice-controls.tsx: button intent={`new-${kind}`}",
      "routes/admin/products.tsx: knows intent=new-tags",
    ],
    sends: "POST /admin/products intent=new-tags",
    journey: "books: a book with an author and a tag added from within its form, then edited",
  },
  {
    does: "a book's switch is turned",
    at: ["ui/admin/confirm-switch.tsx: GET confirm={confirm}"],
    sends: "GET /admin/products confirm",
    journey: "books: a hidden book is gone from the store until it is shown again",
  },
  {
    does: "a book is hidden",
    at: [
      "routes/admin/products/visibility-dialog.tsx: POST intent=hide-book",
      "routes/admin/products.tsx: knows intent=hide-book",
    ],
    sends: "POST /admin/products intent=hide-book",
    journey: "books: a hidden book is gone from the store until it is shown again",
  },
  {
    does: "a book is shown again",
    at: [
      "routes/admin/products/visibility-dialog.tsx: POST intent=show-book",
      "routes/admin/products.tsx: knows intent=show-book",
    ],
    sends: "POST /admin/products intent=show-book",
    journey: "books: a hidden book is gone from the store until it is shown again",
  },
  {
    does: "a cover is uploaded",
    at: [
      "ui/admin/cover-panel.tsx: POST intent=upload-cover",
      "routes/admin/products/cover-action.server.ts: knows intent=upload-cover",
    ],
    sends: "POST /admin/products multipart",
    journey: "covers: a book gets a new cover, which the store shows, and goes back to the default",
  },
  {
    does: "a cover is deleted",
    at: [
      "ui/admin/cover-panel.tsx: POST intent=reset-cover",
      "routes/admin/products/cover-action.server.ts: knows intent=reset-cover",
    ],
    sends: "POST /admin/products intent=reset-cover",
    journey: "covers: a book gets a new cover, which the store shows, and goes back to the default",
  },
];
