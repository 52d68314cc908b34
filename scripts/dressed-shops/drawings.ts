import sharp from "sharp";

// Logos, icons and pictures of the three dressed shops, drawn as shapes, so that no font of the machine is needed.

const svg = (width: number, height: number, shapes: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${shapes}</svg>`,
    ),
  );
const png = (width: number, height: number, shapes: string) => svg(width, height, shapes).png().toBuffer();
const jpeg = (width: number, height: number, shapes: string) =>
  svg(width, height, shapes).jpeg({ quality: 88 }).toBuffer();

const rect = (x: number, y: number, width: number, height: number, fill: string, more = "") =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${fill}" ${more}/>`;
const shape = (d: string, fill: string, more = "") => `<path d="${d}" fill="${fill}" ${more}/>`;
const stroke = (d: string, colour: string, width: number) =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
const circle = (x: number, y: number, r: number, fill: string) =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;

/** Waves from one side to the other. */
const wave = (y: number, width: number, length: number, height: number) =>
  `M0 ${y}` +
  Array.from(
    { length: Math.ceil(width / length) },
    () => `q${length / 4} ${-height} ${length / 2} 0 t${length / 2} 0`,
  ).join("");

/** A river under the sun. @param ground without it the ground is transparent */
const river = (ground: string | null, ink: string) =>
  (ground ? rect(0, 0, 512, 512, ground) : "") +
  circle(256, 200, 96, ink) +
  [300, 366, 432].map((y) => stroke(`M56 ${y}q50 -52 100 0t100 0t100 0t100 0`, ink, 30)).join("");

const parrot =
  shape(
    "M300 90a130 130 0 0 1 130 130c0 130-70 210-190 222l-150 34 70-120a190 190 0 0 1 140-266z",
    "#1d7a4c",
  ) +
  shape("M250 230a150 150 0 0 0-60 190l120-40a130 130 0 0 0 30-150z", "#125236") +
  shape("M426 190c50 6 62 46 40 84-14-26-34-38-60-36z", "#d8452e") +
  circle(356, 176, 26, "#fff") +
  circle(362, 176, 13, "#10241a") +
  stroke("M276 300q60 34 126 4", "#d8452e", 16);

/** Three arches of a shopfront, with books in them. */
const arches = (ink: string, inner: string) =>
  [0, 1, 2]
    .map((at) => {
      const x = 30 + at * 300;
      return (
        shape(`M${x} 270V130a125 125 0 0 1 250 0v140z`, ink) +
        [0, 1, 2, 3]
          .map((book) => rect(x + 45 + book * 42, 120 + ((book * 37 + at * 23) % 50), 32, 150, inner))
          .join("")
      );
    })
    .join("");

/** Spines on boards. @param colours of the spines */
function spines(left: number, right: number, foot: number, tallest: number, colours: string[], seed: number) {
  let drawn = "";
  let next = seed;
  const random = () => (next = (next * 16_807) % 2_147_483_647) / 2_147_483_647;
  for (let x = left; x < right - 20;) {
    const width = 26 + Math.round(random() * 44);
    const height = tallest * (0.68 + random() * 0.32);
    const colour = colours[Math.floor(random() * colours.length)]!;
    drawn += rect(x, foot - height, width, height, colour, 'rx="3"');
    drawn +=
      rect(x, foot - height * 0.86, width, 8, "#ffffff55") +
      rect(x, foot - height * 0.2, width, 5, "#00000030");
    x += width + (random() < 0.12 ? 26 : 3);
  }
  return drawn + rect(left - 20, foot, right - left + 40, 20, "#5b3a1e");
}

const WARM = ["#7c2d2d", "#b5562f", "#d69a3c", "#40533b", "#2f4858", "#8a6a4a", "#5e2f46", "#c9b58b"];
const BRIGHT = ["#e4572e", "#f3a712", "#29335c", "#669bbc", "#1d7a4c", "#d81159", "#8f2d56", "#f0c808"];

const pictures = {
  river: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#f4d9b0") +
        rect(0, 0, 1500, 330, "#f1c48c") +
        circle(1050, 400, 150, "#e8803c") +
        shape("M0 560Q300 380 640 500T1500 430V700H0z", "#86a08a") +
        shape("M0 620Q420 500 820 590T1500 560V760H0z", "#4f7666") +
        rect(0, 680, 1500, 320, "#2f6f86") +
        [740, 800, 860, 930].map((y) => stroke(wave(y, 1600, 260, 18), "#7fb2bf", 6)).join("") +
        shape("M420 780h330q-40 90-160 90t-170-90z", "#40291a") +
        shape("M590 770V520l150 200z", "#fbf3e2") +
        stroke("M590 780V500", "#40291a", 10),
    ),
  press: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#e9dfcf") +
        rect(0, 800, 1500, 200, "#b79f82") +
        rect(330, 230, 70, 590, "#2b2f33") +
        rect(930, 230, 70, 590, "#2b2f33") +
        rect(290, 180, 750, 90, "#1f2326") +
        rect(640, 270, 50, 180, "#6d757b") +
        rect(480, 450, 370, 50, "#3d4449") +
        rect(280, 640, 1000, 60, "#1f2326") +
        rect(420, 600, 480, 40, "#fbf6ea") +
        stroke("M690 330L1130 210", "#6d757b", 28) +
        circle(1140, 205, 34, "#9c2f1c") +
        spines(1110, 1420, 820, 150, WARM, 31),
    ),
  shelf: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#efe3cf") +
        spines(80, 1420, 320, 250, WARM, 11) +
        spines(80, 1420, 640, 260, WARM, 5) +
        spines(80, 1420, 960, 260, WARM, 77),
    ),
  reading: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#cfe8f3") +
        shape("M0 760Q380 640 780 740T1500 700V1000H0z", "#7fb069") +
        rect(1060, 300, 90, 480, "#6b4a2f") +
        circle(1100, 260, 220, "#3c7d4b") +
        circle(940, 340, 130, "#4c9459") +
        circle(1270, 350, 140, "#4c9459") +
        [
          [360, "#d81159"],
          [590, "#f3a712"],
          [820, "#29335c"],
        ]
          .map(
            ([x, colour]) =>
              circle(Number(x), 560, 62, "#8a5a3c") +
              shape(`M${Number(x) - 90} 800q0 -170 90 -170t90 170z`, String(colour)) +
              shape(`M${Number(x) - 80} 740l80 26 80-26v-66l-80 26-80-26z`, "#fffdf6") +
              stroke(`M${x} 766v-66`, "#c9b58b", 5),
          )
          .join(""),
    ),
  kites: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#f7e8c6") +
        [
          [300, 250, 150, "#e4572e"],
          [760, 420, 200, "#29335c"],
          [1180, 240, 130, "#1d7a4c"],
        ]
          .map(([x, y, size, colour]) => {
            const [left, top, half] = [Number(x), Number(y), Number(size)];
            return (
              shape(
                `M${left} ${top - half}l${half} ${half} ${-half} ${half} ${-half} ${-half}z`,
                String(colour),
              ) +
              stroke(
                `M${left} ${top - half}v${half * 2}M${left - half} ${top}q${half} ${-half} ${half * 2} 0`,
                "#fffdf6",
                8,
              ) +
              stroke(`M${left} ${top + half}q60 120 -40 ${900 - top}`, "#6b4a2f", 4)
            );
          })
          .join("") +
        spines(60, 1440, 980, 160, BRIGHT, 3),
    ),
  shopfront: () =>
    jpeg(
      1500,
      1000,
      rect(0, 0, 1500, 1000, "#e3cfa8") +
        rect(100, 150, 1300, 130, "#8a1c4a") +
        Array.from({ length: 13 }, (_, at) =>
          shape(`M${100 + at * 100} 280h100v70a50 50 0 0 1-100 0z`, at % 2 ? "#fbf6ea" : "#8a1c4a"),
        ).join("") +
        rect(140, 400, 500, 460, "#40291a") +
        rect(860, 400, 500, 460, "#40291a") +
        spines(180, 600, 620, 170, WARM, 41) +
        spines(180, 600, 840, 170, WARM, 8) +
        spines(900, 1320, 620, 170, WARM, 19) +
        spines(900, 1320, 840, 170, WARM, 63) +
        rect(680, 400, 140, 460, "#5b3a1e") +
        circle(795, 640, 10, "#d69a3c") +
        rect(0, 860, 1500, 140, "#a98c63"),
    ),
};

export type PictureName = keyof typeof pictures;

export const drawPicture = (name: PictureName): Promise<Buffer> => pictures[name]();

const marks = {
  river: {
    logo: () => png(512, 512, river(null, "#0b5c7a")),
    icon: () => png(512, 512, river("#0b5c7a", "#fff")),
  },
  parrot: {
    logo: () => png(512, 512, parrot),
    icon: () => png(512, 512, rect(0, 0, 512, 512, "#fdf3d8") + parrot),
  },
  arches: {
    logo: () => png(910, 270, arches("#8a1c4a", "#f3c9a5")),
    icon: () =>
      png(
        512,
        512,
        rect(0, 0, 512, 512, "#8a1c4a") +
          shape("M116 440V230a140 140 0 0 1 280 0v210z", "#f3c9a5") +
          [0, 1, 2, 3]
            .map((book) => rect(160 + book * 50, 230 + ((book * 37) % 60), 40, 210, "#8a1c4a"))
            .join(""),
      ),
  },
};

export type MarkName = keyof typeof marks;

export const drawMark = (name: MarkName, kind: "logo" | "icon"): Promise<Buffer> => marks[name][kind]();
