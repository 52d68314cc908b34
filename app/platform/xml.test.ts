import fc from "fast-check";
import { expect, test } from "vitest";
import { parseXml } from "~/test/files/xml";
import { XML_HEAD, xmlText } from "./xml";
import { anyCharacter } from "~/test/checks/any-character";

/** XML 1.0, section 2.2. */
function isCharacter(sign: string): boolean {
  const code = sign.codePointAt(0)!;
  if (code < 0x20) return code === 9 || code === 10 || code === 13;
  return !(code >= 0xd800 && code <= 0xdfff) && code !== 0xfffe && code !== 0xffff;
}

test("any text is read back from XML unchanged, except characters that XML does not allow", () => {
  const sign = fc.oneof(fc.string({ unit: anyCharacter, maxLength: 3 }), fc.constant("]]>&<\"'\0\ud800"));
  fc.assert(
    fc.property(fc.string({ unit: sign }), (text) => {
      const kept = [...text].filter(isCharacter).join("");
      const { attributes, text: content } = parseXml(
        `${XML_HEAD}<a b="${xmlText(text)}">${xmlText(text)}</a>`,
      );
      expect(content).toBe(kept);
      expect(attributes.b).toBe(kept);
    }),
  );
});

test("escapes hostile titles", () => {
  expect(xmlText(`</title>]]>&amp;<!-- "x" 'y'\0\x0B\uFFFE गोरा 📚`)).toBe(
    "&lt;/title&gt;]]&gt;&amp;amp;&lt;!-- &quot;x&quot; &#39;y&#39; गोरा 📚",
  );
});
