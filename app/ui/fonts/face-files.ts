import devanagari from "@fontsource/eczar/files/eczar-devanagari-500-normal.woff2?url";
import gelasioExtended from "@fontsource/gelasio/files/gelasio-latin-ext-500-normal.woff2?url";
import jostExtended from "@fontsource/jost/files/jost-latin-ext-500-normal.woff2?url";
import rozhaExtended from "@fontsource/rozha-one/files/rozha-one-latin-ext-400-normal.woff2?url";
import gelasioAccents from "./gelasio-accents.woff2?url";
import gelasio from "./gelasio-500.woff2?url";
import jostAccents from "./jost-accents.woff2?url";
import jost from "./jost-500.woff2?url";
import jostDotted from "./jost-dotted.woff2?url";
import rozhaAccents from "./rozha-one-accents.woff2?url";
import rozha from "./rozha-one-400.woff2?url";
import rozhaDotted from "./rozha-one-dotted.woff2?url";

/** The addresses of the files of each display face but Eczar, which styles/app.css has. Only loaders use this. */
export const FACE_FILES = {
  faces: {
    gelasio: { latin: gelasio, accents: gelasioAccents, extended: gelasioExtended },
    jost: { latin: jost, accents: jostAccents, extended: jostExtended, dotted: jostDotted },
    "rozha-one": { latin: rozha, accents: rozhaAccents, extended: rozhaExtended, dotted: rozhaDotted },
  },
  devanagari,
};
