import { expect, test } from "vitest";
import { uploadedFile } from "~/test/files/import-files";
import { bookOfProduct } from "./book-of-product.server";
import { onixProducts } from "./read-onix.server";

async function read(content: string | Buffer, today = "2026-11-23") {
  const books = [];
  for await (const found of onixProducts(uploadedFile(content))) books.push(bookOfProduct(found, today));
  return books;
}

const message = (products: string, header = "") =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<ONIXMessage release="3.0" xmlns="http://ns.editeur.org/onix/3.0/reference"><Header>${header}</Header>${products}</ONIXMessage>`;
const product = (inside: string, notification = "03") =>
  `<Product><RecordReference>in.neemtree.1</RecordReference><NotificationType>${notification}</NotificationType><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780306406157</IDValue></ProductIdentifier>${inside}</Product>`;

// A publisher's own system: reference names, XHTML, everything spelt out.
const PUBLISHER = message(`
  <Product datestamp="20261101">
    <RecordReference>com.neemtreepress.9788195012345</RecordReference>
    <NotificationType>03</NotificationType>
    <RecordSourceType>01</RecordSourceType>
    <ProductIdentifier><ProductIDType>01</ProductIDType><IDTypeName>NTP</IDTypeName><IDValue>42</IDValue></ProductIdentifier>
    <ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9780306406157</IDValue></ProductIdentifier>
    <DescriptiveDetail>
      <ProductComposition>00</ProductComposition>
      <ProductForm>BC</ProductForm>
      <ProductFormDetail>B105</ProductFormDetail>
      <Measure><MeasureType>01</MeasureType><Measurement>198</Measurement><MeasureUnitCode>mm</MeasureUnitCode></Measure>
      <Measure><MeasureType>02</MeasureType><Measurement>12.9</Measurement><MeasureUnitCode>cm</MeasureUnitCode></Measure>
      <Measure><MeasureType>03</MeasureType><Measurement>0</Measurement><MeasureUnitCode>mm</MeasureUnitCode></Measure>
      <Measure><MeasureType>08</MeasureType><Measurement>240</Measurement><MeasureUnitCode>gr</MeasureUnitCode></Measure>
      <Collection>
        <CollectionType>10</CollectionType>
        <TitleDetail><TitleType>01</TitleType>
          <TitleElement><TitleElementLevel>02</TitleElementLevel><TitleText>Neem Classics</TitleText></TitleElement>
          <TitleElement><TitleElementLevel>01</TitleElementLevel><PartNumber>7</PartNumber></TitleElement>
        </TitleDetail>
      </Collection>
      <TitleDetail><TitleType>03</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>গোরা</TitleText></TitleElement></TitleDetail>
      <TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitlePrefix>The</TitlePrefix><TitleWithoutPrefix>Foundling</TitleWithoutPrefix><Subtitle>A Novel</Subtitle></TitleElement></TitleDetail>
      <Contributor><SequenceNumber>2</SequenceNumber><ContributorRole>B06</ContributorRole><ContributorRole>A24</ContributorRole><PersonName>Radha Chakravarty</PersonName></Contributor>
      <Contributor><SequenceNumber>1</SequenceNumber><ContributorRole>A01</ContributorRole><PersonName>Rabindranath Tagore</PersonName><PersonNameInverted>Tagore, Rabindranath</PersonNameInverted></Contributor>
      <EditionNumber>2</EditionNumber><EditionStatement>Second edition</EditionStatement>
      <Language><LanguageRole>01</LanguageRole><LanguageCode>eng</LanguageCode></Language>
      <Language><LanguageRole>01</LanguageRole><LanguageCode>san</LanguageCode></Language>
      <Language><LanguageRole>02</LanguageRole><LanguageCode>ben</LanguageCode></Language>
      <Extent><ExtentType>07</ExtentType><ExtentValue>640</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
      <Extent><ExtentType>00</ExtentType><ExtentValue>624</ExtentValue><ExtentUnit>03</ExtentUnit></Extent>
      <Subject><SubjectSchemeIdentifier>10</SubjectSchemeIdentifier><SubjectCode>FIC019000</SubjectCode></Subject>
      <Subject><MainSubject/><SubjectSchemeIdentifier>93</SubjectSchemeIdentifier><SubjectSchemeVersion>1.5</SubjectSchemeVersion><SubjectCode>FBC</SubjectCode></Subject>
      <Subject><SubjectSchemeIdentifier>20</SubjectSchemeIdentifier><SubjectHeadingText>Bengal; identity;colonial India</SubjectHeadingText></Subject>
      <AudienceRange><AudienceRangeQualifier>17</AudienceRangeQualifier><AudienceRangePrecision>03</AudienceRangePrecision><AudienceRangeValue>12</AudienceRangeValue><AudienceRangePrecision>04</AudienceRangePrecision><AudienceRangeValue>16</AudienceRangeValue></AudienceRange>
    </DescriptiveDetail>
    <CollateralDetail>
      <TextContent><TextType>02</TextType><ContentAudience>00</ContentAudience><Text>A foundling &amp; his country.</Text></TextContent>
      <TextContent><TextType>03</TextType><ContentAudience>00</ContentAudience><Text textformat="05"><p>Calcutta, <em>1880</em>.</p>
        <p>Who<br/>is he?</p><ul><li>with maps</li></ul></Text></TextContent>
      <SupportingResource><ResourceContentType>01</ResourceContentType><ContentAudience>00</ContentAudience><ResourceMode>03</ResourceMode><ResourceVersion><ResourceForm>02</ResourceForm><ResourceLink>https://neemtree.example/gora.jpg</ResourceLink></ResourceVersion></SupportingResource>
    </CollateralDetail>
    <PublishingDetail>
      <Imprint><ImprintName>Little Neem</ImprintName></Imprint>
      <Publisher><PublishingRole>01</PublishingRole><PublisherName>Neem Tree Press</PublisherName></Publisher>
      <PublishingStatus>04</PublishingStatus>
      <PublishingDate><PublishingDateRole>01</PublishingDateRole><Date dateformat="00">20260815</Date></PublishingDate>
    </PublishingDetail>
    <RelatedMaterial><RelatedProduct><ProductRelationCode>06</ProductRelationCode><ProductIdentifier><ProductIDType>15</ProductIDType><IDValue>9788171670000</IDValue></ProductIdentifier></RelatedProduct></RelatedMaterial>
    <ProductSupply><SupplyDetail><Supplier><SupplierRole>01</SupplierRole><SupplierName>Neem</SupplierName></Supplier>
      <ProductAvailability>21</ProductAvailability><Stock><OnHand>40</OnHand></Stock>
      <Price><PriceType>02</PriceType><PriceAmount>9.99</PriceAmount><CurrencyCode>USD</CurrencyCode></Price>
      <Price><PriceType>01</PriceType><PriceAmount>475.00</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>
      <Price><PriceType>02</PriceType><PriceAmount>499.00</PriceAmount><CurrencyCode>INR</CurrencyCode></Price>
    </SupplyDetail></ProductSupply>
  </Product>`);

test("a publisher's message in reference names, with XHTML", async () => {
  expect(await read(PUBLISHER)).toEqual([
    {
      row: 1,
      reference: "com.neemtreepress.9788195012345",
      texts: {
        isbn13: "9780306406157",
        title: "The Foundling",
        subtitle: "A Novel",
        originalTitle: "গোরা",
        seriesNumber: "7",
        format: "BC",
        heightMm: "198",
        widthMm: "129",
        weightG: "240",
        editionNumber: "2",
        editionStatement: "Second edition",
        pageCount: "624",
        ageFrom: "12",
        ageTo: "16",
        brief: "A foundling & his country.",
        description: "Calcutta, 1880.\n\nWho\nis he?\n\n• with maps",
        imprint: "Little Neem",
        publishedOn: "2026-08-15",
        publishingStatus: "available",
        stock: "40",
        price: "499.00",
      },
      names: {
        series: "Neem Classics",
        language: "English",
        originalLanguage: "Bengali",
        publisher: "Neem Tree Press",
      },
      contributors: [
        { name: "Rabindranath Tagore", role: "A01" },
        { name: "Radha Chakravarty", role: "B06" },
        { name: "Radha Chakravarty", role: "A24" },
      ],
      languages: ["Sanskrit"],
      thema: ["FBC"],
      bisac: ["FIC019000"],
      keywords: ["Bengal", "identity", "colonial India"],
      pictures: ["https://neemtree.example/gora.jpg"],
      otherFormats: ["9788171670000"],
      warnings: [],
      problems: [],
    },
  ]);
});

// A distributor: short tags, ONIX 3.1, HTML in CDATA, inches and pounds, names in parts.
const DISTRIBUTOR = `<?xml version="1.0"?><ONIXmessage release="3.1" xmlns="http://ns.editeur.org/onix/3.1/short"><header><sender><x298>Big Books</x298></sender></header>
<product><a001>BB-1</a001><a002>03</a002><productidentifier><b221>03</b221><b244>9780306406157</b244></productidentifier>
<descriptivedetail><x314>00</x314><b012>BB</b012>
<measure><x315>01</x315><c094>8.5</c094><c095>in</c095></measure><measure><x315>08</x315><c094>1.1</c094><c095>lb</c095></measure>
<collection><x329>10</x329><collectionsequence><x479>03</x479><x481>3</x481></collectionsequence><titledetail><b202>01</b202><titleelement><x409>02</x409><b203>Feluda</b203></titleelement></titledetail></collection>
<titledetail><b202>01</b202><titleelement><x409>01</x409><b203>The Golden Fortress</b203></titleelement></titledetail>
<contributor><b034>1</b034><b035>A01</b035><b039>Satyajit</b039><b040>Ray</b040></contributor>
<contributor><b034>2</b034><b035>A39</b035><b047>Sandesh</b047></contributor>
<contributor><b034>3</b034><b035>A01</b035><b249>02</b249></contributor>
<language><b253>01</b253><b252>eng</b252></language>
<extent><b218>00</b218><b219>9</b219><b220>05</b220></extent><extent><b218>11</b218><b219>150</b219><b220>03</b220></extent>
<subject><b067>10</b067><b069>FIC</b069></subject></descriptivedetail>
<collateraldetail><textcontent><x426>03</x426><x427>00</x427><d104 textformat="02"><![CDATA[<P>Rajasthan &amp; gold.<BR>A boy.</P>]]></d104></textcontent></collateraldetail>
<publishingdetail><publisher><b291>01</b291><b081>Puffin</b081></publisher><b394>02</b394><publishingdate><x448>01</x448><b306 dateformat="01">202701</b306></publishingdate></publishingdetail>
<productsupply><supplydetail><j396>10</j396><price><x462>42</x462><j151>350</j151><j152>INR</j152></price></supplydetail></productsupply></product></ONIXmessage>`;

test("a distributor's message in short tags, with HTML in CDATA", async () => {
  expect(await read(DISTRIBUTOR)).toEqual([
    {
      row: 1,
      reference: "BB-1",
      texts: {
        isbn13: "9780306406157",
        title: "The Golden Fortress",
        seriesNumber: "3",
        format: "BB",
        heightMm: "216",
        weightG: "499",
        pageCount: "150",
        description: "Rajasthan & gold.\nA boy.",
        publishedOn: "2027",
        publishingStatus: "forthcoming",
        price: "350",
      },
      names: { series: "Feluda", language: "English", publisher: "Puffin" },
      contributors: [
        { name: "Satyajit Ray", role: "A01" },
        { name: "Sandesh", role: "Z99" },
      ],
      warnings: [
        'The role A39 of Sandesh is not known here; it becomes "Other"',
        "A contributor without a name is left out",
        "FIC is no code of BISAC",
      ],
      problems: [],
    },
  ]);
});

// A small exporter: another prefix, UTF-16, defaults in the header, ISBN-10, escaped HTML, inverted names.
const EXPORTER = `<?xml version="1.0" encoding="UTF-16"?><o:ONIXMessage release="3.0" xmlns:o="http://ns.editeur.org/onix/3.0/reference">
<o:Header><o:DefaultLanguageOfText>hin</o:DefaultLanguageOfText><o:DefaultPriceType>41</o:DefaultPriceType><o:DefaultCurrencyCode>INR</o:DefaultCurrencyCode></o:Header>
<o:Product><o:RecordReference>7</o:RecordReference><o:NotificationType>02</o:NotificationType><o:ProductIdentifier><o:ProductIDType>02</o:ProductIDType><o:IDValue>0-306-40615-2</o:IDValue></o:ProductIdentifier>
<o:DescriptiveDetail><o:ProductForm>ZZ</o:ProductForm><o:TitleDetail><o:TitleType>01</o:TitleType><o:TitleElement><o:TitleElementLevel>02</o:TitleElementLevel><o:TitleText>मानसरोवर</o:TitleText></o:TitleElement><o:TitleElement><o:TitleElementLevel>01</o:TitleElementLevel><o:PartNumber>3</o:PartNumber></o:TitleElement></o:TitleDetail>
<o:Contributor><o:ContributorRole>A01</o:ContributorRole><o:PersonNameInverted>Premchand, Munshi, Jr</o:PersonNameInverted></o:Contributor></o:DescriptiveDetail>
<o:CollateralDetail><o:TextContent><o:TextType>03</o:TextType><o:Text textformat="02">&lt;p&gt;कहानियाँ&lt;/p&gt;&lt;p&gt;Stories&lt;/p&gt;</o:Text></o:TextContent></o:CollateralDetail>
<o:PublishingDetail><o:Imprint><o:ImprintName>Saraswati</o:ImprintName></o:Imprint><o:PublishingDate><o:PublishingDateRole>01</o:PublishingDateRole><o:Date>1936</o:Date><o:DateFormat>05</o:DateFormat></o:PublishingDate></o:PublishingDetail>
<o:ProductSupply><o:SupplyDetail><o:ProductAvailability>51</o:ProductAvailability><o:Price><o:PriceAmount>200</o:PriceAmount><o:Tax><o:TaxRateCode>R</o:TaxRateCode><o:TaxRatePercent>5</o:TaxRatePercent></o:Tax></o:Price></o:SupplyDetail></o:ProductSupply></o:Product></o:ONIXMessage>`;

test("an exporter's message in UTF-16 with a prefix, defaults in its header and escaped HTML", async () => {
  expect(await read(Buffer.from(`\uFEFF${EXPORTER}`, "utf16le"))).toEqual([
    {
      row: 1,
      reference: "7",
      texts: {
        isbn13: "9780306406157",
        title: "मानसरोवर 3",
        description: "कहानियाँ\n\nStories",
        publishedOn: "1936",
        publishingStatus: "out_of_print",
        price: "200",
      },
      names: { language: "Hindi", publisher: "Saraswati" },
      contributors: [{ name: "Munshi Premchand, Jr", role: "A01" }],
      warnings: [
        "The format ZZ is not known here; it stays empty",
        "The price 200 does not include the tax of 5%",
      ],
      problems: [],
    },
  ]);
});

// ISBN-13, GTIN-13 and ISBN-10 of other formats (list 51: 06, 13, 27); a book that replaces this one (05) is another work's.
const RELATED = [
  ["06", "15", "9788171670000"],
  ["05", "15", "9788126415397"],
  ["13", "03", "9780143065838"],
  ["27", "02", "0-19-852663-6"],
  ["06", "01", "NTP-43"],
].map(
  ([code, type, value]) =>
    `<RelatedProduct><ProductRelationCode>${code}</ProductRelationCode><ProductIdentifier><ProductIDType>${type}</ProductIDType><IDValue>${value}</IDValue></ProductIdentifier></RelatedProduct>`,
);
const SHORT = {
  RelatedProduct: "relatedproduct",
  ProductRelationCode: "x455",
  ProductIdentifier: "productidentifier",
  ProductIDType: "b221",
  IDValue: "b244",
};

test("other formats, in both kinds of tags", async () => {
  const related = RELATED.join("");
  let short = related;
  for (const [name, tag] of Object.entries(SHORT))
    short = short.replaceAll(`<${name}>`, `<${tag}>`).replaceAll(`</${name}>`, `</${tag}>`);
  const books = [
    ...(await read(message(product(`<RelatedMaterial>${related}</RelatedMaterial>`)))),
    ...(await read(
      `<ONIXmessage release="3.0"><product><a002>03</a002><relatedmaterial>${short}</relatedmaterial></product></ONIXmessage>`,
    )),
  ];
  const isbns = ["9788171670000", "9780143065838", "9780198526636"];
  expect(books.map(({ otherFormats }) => otherFormats)).toEqual([isbns, isbns]);
});

test("a document type that defines nothing is passed over", async () => {
  const bare = PUBLISHER.replace(/<\?xml.*\n/, "");
  const [with_] = await read(`<!DOCTYPE ONIXMessage SYSTEM "http://x.invalid/onix.dtd">\n${bare}`);
  expect(with_).toEqual((await read(bare))[0]);
});

test.each([
  [
    "another XML",
    "<feed/>",
    "This XML file is not an ONIX message. Of other shops and programs CSV or Excel files are read: export the books as one.",
  ],
  [
    "a message without a release",
    "<ONIXMessage><Product/></ONIXMessage>",
    "This message does not say that it is ONIX 3.0 or 3.1. Ask the sender for one of these.",
  ],
  ["ONIX 2.1", '<ONIXMessage release="2.1"><Product/></ONIXMessage>', "This is ONIX 2.1, which is not read."],
  [
    "ONIX 2.1 in short tags, said by its document type only",
    `<!DOCTYPE ONIXmessage SYSTEM "http://www.editeur.org/onix/2.1/short/onix-international.dtd"><ONIXmessage><product/></ONIXmessage>`,
    "This is ONIX 2.1, which is not read.",
  ],
  [
    "ONIX 2.1 whose document type defines entities, in an encoding that it does not name",
    Buffer.from(
      `<!DOCTYPE ONIXMessage [<!ENTITY e "e">]><ONIXMessage release="2.1"><Product>Caf\xe9</Product></ONIXMessage>`,
      "latin1",
    ),
    "This is ONIX 2.1, which is not read.",
  ],
  [
    "entities of its own",
    `<!DOCTYPE ONIXMessage [<!ENTITY xxe SYSTEM "file:///etc/passwd">]>${PUBLISHER}`.replace(
      /<\?xml.*\n/,
      "",
    ),
    "The file has entities of its own (such as &name;), which are not read.",
  ],
  ["an entity", message(product("&xxe;")), "The file has entities of its own"],
  [
    "broken XML",
    message(product("") + product("<DescriptiveDetail></Wrong>")),
    "Product 2 (in.neemtree.1): the file is damaged (line 2).",
  ],
  [
    "half a message",
    PUBLISHER.slice(0, 3000),
    "Product 1 (com.neemtreepress.9788195012345): the file is damaged (line 34).",
  ],
  [
    "a product without end",
    message(product(`<x>${"<y>text</y>".repeat(21_000)}</x>`)),
    "Product 1 (in.neemtree.1) has too many elements.",
  ],
  [
    "endless texts",
    message(product(`<x>${`<y>${"x".repeat(300_000)}</y>`.repeat(4)}</x>`)),
    "Product 1 (in.neemtree.1) is too long.",
  ],
  [
    "an unknown encoding",
    '<?xml version="1.0" encoding="EBCDIC"?><ONIXMessage/>',
    "The encoding EBCDIC is not known. Save the file as UTF-8.",
  ],
  ["wrong characters", Buffer.from(`\uFEFF${PUBLISHER}\uDC00`, "utf16le"), "not valid utf-16le"],
])("refuses %s with a sentence", async (_, content, sentence) => {
  await expect(read(content)).rejects.toThrow(sentence);
});

test("a letter that is no UTF-8 stops no file, wherever the file is cut into pieces", async () => {
  const products = (count: number) =>
    Array.from({ length: count }, (_, index) => product(`<x>${"अ".repeat(400 + index)}</x>`)).join("");
  const [before, after] = [Buffer.from(products(90)), Buffer.from(products(90))];
  const wrong = Buffer.from(
    product(
      "<DescriptiveDetail><TitleDetail><TitleType>01</TitleType><TitleElement><TitleElementLevel>01</TitleElementLevel><TitleText>Caf\xe9</TitleText></TitleElement></TitleDetail></DescriptiveDetail>",
    ),
    "latin1",
  );
  const [head, end] = message("|").split("|");
  const books = await read(Buffer.concat([Buffer.from(head!), before, wrong, after, Buffer.from(end!)]));
  expect(books).toHaveLength(181);
  const doubtful = books.filter(({ warnings }) => warnings.some((one) => one.includes("Windows-1252")));
  expect(doubtful.map(({ row, texts }) => [row, texts.title])).toEqual([[91, "Café"]]);
});
