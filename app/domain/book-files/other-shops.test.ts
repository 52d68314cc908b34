import { expect, test } from "vitest";
import { csvFile, readBooks, uploadedFile } from "~/test/files/import-files";
import { NOT_COUNTED } from "./other-shops.server";
import { recognise } from "./read-books.server";
import { tableFormat } from "./table-formats";

// As help.shopify.com gives the columns, with two added by the shop's owner.
const SHOPIFY =
  "Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option1 Linked To,Option2 Name,Option2 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Author (product.metafields.custom.author),Language (product.metafields.custom.language),Variant Image,Variant Weight Unit,Status".split(
    ",",
  );

/** The columns that Shopify calls otherwise today, in the order of its present template. */
const TODAY: Record<string, string> = {
  Title: "Title",
  Handle: "URL handle",
  "Body (HTML)": "Description",
  Vendor: "Vendor",
  "Product Category": "Product category",
  Type: "Type",
  Tags: "Tags",
  Published: "Published on online store",
  Status: "Status",
  "Variant SKU": "SKU",
  "Variant Barcode": "Barcode",
  "Option1 Name": "Option1 name",
  "Option1 Value": "Option1 value",
  "Option2 Name": "Option2 name",
  "Option2 Value": "Option2 value",
  "Variant Price": "Price",
  "Variant Compare At Price": "Compare-at price",
  "Variant Inventory Tracker": "Inventory tracker",
  "Variant Inventory Qty": "Inventory quantity",
  "Variant Grams": "Weight value (grams)",
  "Image Src": "Product image URL",
  "Variant Image": "Variant image URL",
  "Gift Card": "Gift card",
  "SEO Description": "SEO description",
};
type Cells = Record<string, string>;
const renamed = (row: Cells): Cells =>
  Object.fromEntries(Object.entries(row).map(([heading, cell]) => [TODAY[heading] ?? heading, cell]));

const FORMER = { names: "former", fileOf: (rows: Cells[]) => csvFile(SHOPIFY, rows) };
const PRESENT = {
  names: "present",
  fileOf: (rows: Cells[]) => {
    const added = SHOPIFY.filter((heading) => !(heading in TODAY));
    return csvFile([...Object.values(TODAY), ...added], rows.map(renamed));
  },
};

test.each([FORMER, PRESENT])(
  "Shopify's product export with its $names names: variants are books, further rows are pictures",
  async ({ fileOf }) => {
    const file = fileOf([
      {
        Handle: "gora",
        Title: "Gora",
        "Body (HTML)": "<p>Calcutta, “1880”.</p>\n<p>A <em>foundling</em>, and\nhis country.</p>",
        Vendor: "Neem Tree Press",
        Type: "Fiction",
        Tags: "Novel, Classic",
        Published: "TRUE",
        "Option1 Name": "Format",
        "Option1 Value": "Paperback",
        "Variant SKU": "'NTP-42",
        "Variant Grams": "240.0",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "-3",
        "Variant Price": "299.00",
        "Variant Compare At Price": "350.00",
        "Variant Barcode": "'9780306406157",
        "Image Src": "https://cdn.example/1.jpg",
        "SEO Description": "A foundling.",
        "Author (product.metafields.custom.author)": "Rabindranath Tagore; Radha Chakravarty (Translator)",
        "Language (product.metafields.custom.language)": "English",
        Status: "active",
      },
      {
        Handle: "gora",
        "Option1 Value": "Hardcover",
        "Variant SKU": "NTP-43",
        "Variant Inventory Tracker": "shopify",
        "Variant Inventory Qty": "5",
        "Variant Price": "599.00",
        "Variant Compare At Price": "",
        "Variant Barcode": "9788171670000",
        "Variant Image": "https://cdn.example/hb.jpg",
      },
      { Handle: "gora", "Image Src": "https://cdn.example/2.jpg" },
      {
        Handle: "tote",
        Title: "Tote bag",
        Published: "FALSE",
        "Option1 Name": "Title",
        "Option1 Value": "Default Title",
        "Variant Price": "99",
        "Variant Grams": "0",
        Status: "draft",
      },
      {
        Handle: "map",
        Title: "Map",
        "Option1 Name": "Sheet",
        "Option1 Value": "North",
        "Variant Price": "50",
      },
      { Handle: "map", "Option1 Value": "South", "Variant Price": "50" },
    ]);
    expect((await recognise(file)).format).toBe("shopify");
    const [paperback, hardback, bag, north, south, ...others] = await readBooks(file);
    expect(others).toEqual([]);
    expect(paperback).toEqual({
      row: 2,
      reference: "gora",
      texts: {
        title: "Gora",
        description: "Calcutta, “1880”.\n\nA foundling, and his country.",
        brief: "A foundling.",
        format: "BC",
        isbn13: "9780306406157",
        sku: "NTP-42",
        weightG: "240",
        stock: "0",
        price: "350.00",
        salePrice: "299.00",
      },
      names: { publisher: "Neem Tree Press", language: "English" },
      tags: ["Novel", "Classic", "Fiction"],
      contributors: [
        { name: "Rabindranath Tagore", role: "A01" },
        { name: "Radha Chakravarty", role: "B06" },
      ],
      visible: true,
      pictures: ["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"],
      otherFormats: ["9788171670000"],
      warnings: ["The stock -3 becomes 0"],
      problems: [],
    });
    expect(hardback).toMatchObject({
      row: 3,
      reference: "gora",
      texts: {
        title: "Gora",
        format: "BB",
        isbn13: "9788171670000",
        sku: "NTP-43",
        stock: "5",
        price: "599.00",
        salePrice: "",
      },
      contributors: [{ name: "Rabindranath Tagore" }, { name: "Radha Chakravarty" }],
      pictures: ["https://cdn.example/hb.jpg", "https://cdn.example/1.jpg", "https://cdn.example/2.jpg"],
      otherFormats: ["9780306406157"],
    });
    expect(bag).toMatchObject({ row: 5, texts: { title: "Tote bag" }, visible: false });
    expect(bag).not.toHaveProperty("tags");
    expect(bag).toMatchObject({ texts: { title: "Tote bag" }, warnings: [NOT_COUNTED] });
    expect(bag!.texts).not.toHaveProperty("weightG");
    expect([north!.texts.title, south!.texts.title, south!.row]).toEqual(["Map (North)", "Map (South)", 7]);
  },
);

test("Shopify's gift cards are refused, and a file without handles is read by its titles", async () => {
  const file = PRESENT.fileOf([
    { Title: "Gora", "Variant Price": "350", "Image Src": "https://cdn.example/1.jpg" },
    { "Image Src": "https://cdn.example/2.jpg" },
    { Title: "A gift", "Variant Price": "500", "Gift Card": "TRUE" },
  ]);
  const [gora, gift, ...others] = await readBooks(file);
  expect(others).toEqual([]);
  expect(gora!.pictures).toEqual(["https://cdn.example/1.jpg", "https://cdn.example/2.jpg"]);
  expect(gora!.problems).toEqual([]);
  expect(gift!.problems).toEqual([{ column: "Gift card", message: "Gift cards are not imported" }]);
});

// As class-wc-product-csv-exporter.php writes the columns, with two attributes.
const WOOCOMMERCE = [
  ..."ID;Type;SKU;GTIN, UPC, EAN, or ISBN;Name;Published;Is featured?;Visibility in catalog;Short description;Description;Date sale price starts;Date sale price ends;Tax status;Tax class;In stock?;Stock;Low stock amount;Backorders allowed?;Sold individually?;Weight (kg);Length (cm);Width (cm);Height (cm);Allow customer reviews?;Purchase note;Sale price;Regular price;Categories;Tags;Shipping class;Images;Download limit;Download expiry days;Parent;Grouped products;Upsells;Cross-sells;External URL;Button text;Position;Brands".split(
    ";",
  ),
  ..."Attribute 1 name;Attribute 1 value(s);Attribute 1 visible;Attribute 1 global;Attribute 2 name;Attribute 2 value(s);Meta: _pages".split(
    ";",
  ),
];

test("WooCommerce's product export: simple products, and variations below their product", async () => {
  const file = csvFile(WOOCOMMERCE, [
    {
      ID: "44",
      Type: "simple, virtual",
      SKU: "W-44",
      "GTIN, UPC, EAN, or ISBN": "9780306406157",
      Name: "Gora",
      Published: "1",
      "Is featured?": "1",
      "Visibility in catalog": "visible",
      "Short description": "A foundling &amp; his country.",
      Description: "<!-- wp:paragraph --><p>Calcutta,\\n1880.</p><!-- /wp:paragraph -->",
      "In stock?": "1",
      Stock: "12",
      "Weight (kg)": "0.24",
      "Length (cm)": "19.8",
      "Width (cm)": "12.9",
      "Height (cm)": "2",
      "Sale price": "299",
      "Date sale price starts": "2026-11-01 00:00:00",
      "Date sale price ends": "2026-11-30T23:59:59",
      "Regular price": "350",
      Categories: "Books > Fiction > Novels, Poetry\\, Verse, Uncategorized",
      Tags: "Classic",
      Images: "https://w.example/1.jpg, https://w.example/2.jpg",
      Brands: "Neem Tree Press",
      "Attribute 1 name": "Author",
      "Attribute 1 value(s)": "Rabindranath Tagore, Radha Chakravarty (Translator)",
      "Attribute 2 name": "Binding",
      "Attribute 2 value(s)": "Paperback",
      "Meta: _pages": "624",
    },
    {
      ID: "50",
      Type: "variable",
      SKU: "W-50",
      Name: "Feluda",
      Published: "1",
      Description: "Detective.",
      Categories: "Crime",
      "Attribute 1 name": "Format",
      "Attribute 1 value(s)": "Paperback, Hardcover",
      "Attribute 2 name": "Author",
      "Attribute 2 value(s)": "Satyajit Ray",
      "Visibility in catalog": "visible",
    },
    {
      ID: "51",
      Type: "variation",
      SKU: "W-51",
      Name: "Feluda - Paperback",
      Published: "1",
      "In stock?": "0",
      "Regular price": "250",
      Parent: "W-50",
      "Attribute 1 name": "Format",
      "Attribute 1 value(s)": "Paperback",
    },
    {
      ID: "52",
      Type: "variation",
      SKU: "W-52",
      Name: "Feluda - Hardcover",
      Published: "-1",
      "Regular price": "450",
      Parent: "id:50",
      "Attribute 1 name": "Format",
      "Attribute 1 value(s)": "Hardcover",
    },
    { ID: "60", Type: "grouped", Name: "All of Tagore", Published: "1" },
    { ID: "61", Type: "variation", Name: "Lost", Parent: "W-99", "Regular price": "1" },
  ]);
  expect((await recognise(file)).format).toBe("woocommerce");
  const [gora, paperback, hardback, group, lost, ...others] = await readBooks(file);
  expect(others).toEqual([]);
  expect(gora).toEqual({
    row: 2,
    reference: "44",
    texts: {
      title: "Gora",
      isbn13: "9780306406157",
      sku: "W-44",
      brief: "A foundling & his country.",
      description: "Calcutta, 1880.",
      price: "350",
      salePrice: "299",
      saleFrom: "2026-11-01",
      saleUntil: "2026-11-30",
      stock: "12",
      weightG: "240",
      heightMm: "198",
      widthMm: "129",
      thicknessMm: "20",
      format: "BC",
      pageCount: "624",
      featured: "true",
    },
    names: { publisher: "Neem Tree Press" },
    tags: ["Novels", "Poetry, Verse", "Classic"],
    contributors: [
      { name: "Rabindranath Tagore", role: "A01" },
      { name: "Radha Chakravarty", role: "B06" },
    ],
    pictures: ["https://w.example/1.jpg", "https://w.example/2.jpg"],
    visible: true,
    warnings: [],
    problems: [],
  });
  expect(paperback).toMatchObject({
    row: 4,
    texts: {
      title: "Feluda",
      sku: "W-51",
      format: "BC",
      stock: "0",
      price: "250",
      salePrice: "",
      description: "Detective.",
    },
    tags: ["Crime"],
    contributors: [{ name: "Satyajit Ray" }],
    visible: true,
  });
  expect(hardback).toMatchObject({ texts: { sku: "W-52", format: "BB" }, visible: false });
  expect(group!.problems).toEqual([
    { column: "Type", message: "Products of the type grouped are not imported" },
  ]);
  expect(lost!.problems).toEqual([
    { column: "Parent", message: "The product of this variation does not stand above it" },
  ]);
});

test("of Shopify: other capitals, thousands, a number that several variants share, hints once for the file", async () => {
  const columns =
    "handle,TITLE,Body,Variant price,Variant compare at price,Variant Sku,variant inventory tracker,Variant Grams,Option1 Name,Option1 Value";
  const rows = [
    `saga,Saga,<p>x</p>,"1,299.00","1,499.00",S-1,,"1,200",Part,One`,
    `saga,,,"1,100.00",999,S-1,,0,,Two`,
  ];
  const file = uploadedFile([columns, ...rows].join("\n"));
  expect((await recognise(file)).format).toBe("shopify");
  const [one, two] = await readBooks(file);
  expect(one!.texts).toEqual({
    title: "Saga (One)",
    description: "x",
    sku: "S-1",
    price: "1499.00",
    salePrice: "1299.00",
    weightG: "1200",
  });
  expect(one!.warnings).toEqual([NOT_COUNTED]);
  expect(two!.texts).toEqual({ title: "Saga (Two)", description: "x", price: "1100.00", salePrice: "" });
  expect(two!.warnings).toEqual(["SKU: another variant of the product has S-1 too, so it is left out here"]);
});

test("of WooCommerce: without IDs, with decimal commas, several brands, hints once for the file", async () => {
  const columns =
    "Type,SKU,Name,Regular price,Sale price,Stock,Brands,Parent,Attribute 1 name,Attribute 1 value(s)";
  const rows = [
    'simple,a,One,"99,50","89,50",,"Neem, Saar",,Part,First',
    'simple,b,Two,"1.299,00",,,Neem,,,',
    'variable,c,Saga,,,,Neem,,Part,"First, Second"',
    "variation,d,Saga - First,250,,3,,c,Part,First",
  ];
  const books = await readBooks(uploadedFile([columns, ...rows].join("\n")));
  expect(books.map(({ texts }) => [texts.title, texts.price, texts.salePrice])).toEqual([
    ["One", "99.50", "89.50"],
    ["Two", "1299.00", ""],
    ["Saga (First)", "250", ""],
  ]);
  expect(books.map(({ warnings }) => warnings)).toEqual([
    ["Brands: a book has one publisher, so Saar is left out", NOT_COUNTED],
    [],
    [],
  ]);
});

const WOO_FRENCH =
  "ID,Type,UGS,Nom,Publié,Mis en avant ?,Visibilité dans le catalogue,Description courte,Description,Date de début de promo,Date de fin de promo,État de la TVA,Classe de TVA,En stock ?,Stock,Montant de stock faible,Autoriser les commandes de produits en rupture ?,Vendre individuellement ?,Poids (kg),Longueur (cm),Largeur (cm),Hauteur (cm),Autoriser les avis clients ?,Note de commande,Tarif promo,Tarif régulier,Catégories,Étiquettes,Classe d’expédition,Images,Limite de téléchargement,Jours d’expiration du téléchargement,Parent,Groupes de produits,Produits suggérés,Ventes croisées,URL externe,Libellé du bouton,Position,Nom de l’attribut 1,Valeur(s) de l’attribut 1".split(
    ",",
  );
const FRENCH = {
  ID: "7",
  Type: "simple",
  UGS: "W-7",
  Nom: "Gora",
  "Tarif régulier": "99.50",
  "Nom de l’attribut 1": "Author",
  "Valeur(s) de l’attribut 1": "Asha Rao",
};

test("WooCommerce's export in another language is known by its order", async () => {
  const file = csvFile(WOO_FRENCH, [FRENCH]);
  expect((await recognise(file)).format).toBe("woocommerce");
  expect(await readBooks(file)).toMatchObject([
    { texts: { title: "Gora", sku: "W-7", price: "99.50" }, contributors: [{ name: "Asha Rao" }] },
  ]);
});

test.each([
  ["as it is", WOO_FRENCH],
  ["with a GTIN", WOO_FRENCH.toSpliced(3, 0, "GTIN, UPC, EAN ou ISBN")],
])("%s, and one column missing or more, it is a table to choose the columns of", (_, columns) => {
  expect(tableFormat(columns)).toBe("woocommerce");
  for (let index = 0; index <= columns.indexOf("URL externe"); index++) {
    // Without the GTIN it is an older export.
    if (!columns[index]!.startsWith("GTIN"))
      expect(tableFormat(columns.toSpliced(index, 1)), columns[index]).toBe("other");
    expect(tableFormat(columns.toSpliced(index, 0, "Notes")), columns[index]).toBe("other");
  }
});
