import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyCharacter } from "~/test/checks/any-character";
import { keysOf } from "./keys";
import { wordsOf } from "./words";

/** A word and its spellings in other scripts that share a fine key. */
const FINE = {
  devanagari: `
    गोदान godaan godan gaudan; ग़ज़ल ghazal gazal; प्रेमचंद premchand premachand; रामायण ramayana ramayan raamaayan;
    महाभारत mahabharata mahabharat; कर्मभूमि karmabhoomi karmabhumi; निर्मला nirmala nirmalaa;
    ज़िंदगी zindagi jindagi zindagee; वाराणसी varanasi vaaraanasi; चन्द्रकान्ता chandrakanta chandrakaantaa;
    रवीन्द्रनाथ ravindranath raveendranath; विश्वनाथ vishwanath vishvanath; लक्ष्मी lakshmi laxmi;
    ज्ञान gyan jnan; ऋग्वेद rigveda rigved; श्यामची shyamchi shyamachi; ययाति yayati yayaati;
    मृत्युंजय mrityunjay mrutyunjay mrityunjaya; पानिपत panipat paanipat; बटाट्याची batatyachi;
    कोसला kosala kosla; पढ़ना padhna parhna; अज्ञेय agyeya ajneya; भैरप्पा bhairappa; मैला maila mailaa;
    आँचल aanchal anchal; रागदरबारी ragdarbari raagdarbari; श्रीलाल shrilal srilal; शुक्ल shukla;
    कितने kitne kitane; पाकिस्तान pakistan; कमलेश्वर kamleshwar kamaleshwar; यशपाल yashpal yashapal;
    झूठा jhutha jhootha; तमस tamas; भीष्म bhishma bheeshma; साहनी sahni sahani; कामायनी kamayani kamayanee;
    जयशंकर jaishankar jayshankar jayashankar; प्रसाद prasad prasaad; मधुशाला madhushala;
    बच्चन bachchan bacchan`,
  bengali: `
    গোদান godan godaan; গীতাঞ্জলি gitanjali geetanjali; কবিতা kabita kobita;
    রবীন্দ্রনাথ rabindranath ravindranath; পথের pather; পাঁচালী panchali paanchali; আরণ্যক aranyak aranyaka;
    চোখের chokher; বালি bali baali; শরৎচন্দ্র saratchandra sharatchandra;
    বিভূতিভূষণ bibhutibhushan bibhutibhusan; আনন্দমঠ anandamath; দেবদাস debdas; ফেলুদা feluda pheluda;
    ব্যোমকেশ byomkesh; সত্যজিৎ satyajit; মহাশ্বেতা mahasweta mahashweta; জীবনানন্দ jibanananda;
    নীললোহিত nillohit neellohit; ঘরে ghare ghore; বাইরে baire; গোরা gora; শেষের shesher sheser;
    চতুরঙ্গ chaturanga chaturang; মানিক manik; বন্দ্যোপাধ্যায় bandyopadhyay; পদ্মানদীর padmanadir;
    মাঝি majhi; সুনীল sunil suneel; গঙ্গোপাধ্যায় gangopadhyay; সেই sei`,
  gujarati: `
    ગોદાન godan godaan; સરસ્વતીચંદ્ર saraswatichandra sarasvatichandra; માનવીની manvini manavini;
    ભવાઈ bhavai bhavaai; ગુજરાતી gujarati gujaraati; પન્નાલાલ pannalal; પટેલ patel; મેઘાણી meghani;
    ઝવેરચંદ jhaverchand; સૌરાષ્ટ્રની saurashtrani; રસધાર rasdhar rasadhar; કલાપી kalapi kalaapi;
    ગાંધી gandhi gaandhi; સત્યના satyana; પ્રયોગો prayogo; મળેલા malela; જીવ jeev jiv;
    ગોવર્ધનરામ govardhanram; ત્રિપાઠી tripathi; ઉમાશંકર umashankar; જોશી joshi; નિશીથ nishith nisheeth;
    કનૈયાલાલ kanaiyalal kanaiyalaal; મુનશી munshi; જય jay jai; સોમનાથ somnath somanath`,
  gurmukhi: `
    ਗੋਦਾਨ godan godaan; ਪਿੰਜਰ pinjar; ਅੰਮ੍ਰਿਤਾ amrita; ਪ੍ਰੀਤਮ pritam preetam; ਪੰਜਾਬੀ panjabi;
    ਨਾਨਕ nanak naanak; ਸਿੰਘ singh; ਗੁਰਦਿਆਲ gurdial gurdiyal; ਸ਼ਿਵ shiv; ਕੁਮਾਰ kumar; ਬਟਾਲਵੀ batalvi batalavi;
    ਵਾਰਿਸ waris varis; ਹੀਰ heer hir; ਲੂਣਾ luna loona; ਰਸੀਦੀ rasidi raseedi; ਟਿਕਟ tikat; ਬੁੱਲ੍ਹੇ bulhe;
    ਭਾਈ bhai; ਵੀਰ vir veer; ਸੁੰਦਰੀ sundari; ਮੜ੍ਹੀ marhi; ਦੀਵਾ diva deeva; ਪਵਿੱਤਰ pavittar pavitar;
    ਚਿੱਟਾ chitta; ਲਹੂ lahu lahoo; ਰਾਮ ram raam; ਖ਼ਾਲਸਾ khalsa khaalsa`,
  odia: `
    ଗୋଦାନ godan godaan; ଓଡ଼ିଆ odia oriya; ପରଜା paraja; ଗୋପୀନାଥ gopinath gopinatha; ମହାନ୍ତି mahanti;
    ଫକୀର fakir phakir; ମୋହନ mohan; ସେନାପତି senapati; ଛମାଣ chhamana chamana; ଆଠଗୁଣ୍ଠ athagunth;
    ଅମୃତର amrutara amritara; ସନ୍ତାନ santan santana; ପ୍ରତିଭା pratibha; ରାୟ ray rai; ଯାଜ୍ଞସେନୀ jajnaseni;
    ଜଗନ୍ନାଥ jagannath jagannatha; ମାଟିର matira; ମଟାଳ matala matal; କାଳିନ୍ଦୀ kalindi; ଚରଣ charan charana;
    ପାଣିଗ୍ରାହୀ panigrahi; ସୀତାକାନ୍ତ sitakant sitakanta; ମହାପାତ୍ର mahapatra; ରମାକାନ୍ତ ramakant ramakanta;
    ରଥ rath ratha; ଶ୍ରୀରାଧା sriradha shriradha; କୋଣାର୍କ konark konarka`,
  tamil: `
    கவிதை kavithai; பொன்னியின் ponniyin; செல்வன் selvan chelvan; கல்கி kalki; சிவகாமியின் sivagamiyin;
    சபதம் sabatham; பார்த்திபன் parthiban paarthiban; கனவு kanavu; அழகு azhagu azhaku;
    ஜெயகாந்தன் jeyakanthan; சுஜாதா sujatha; தமிழ் tamil tamizh thamizh;
    திருக்குறள் thirukkural tirukural thirukural; வெற்றி vetri; முருகன் murugan murukan;
    கண்ணதாசன் kannadasan; மோகமுள் mogamul; சங்கம் sangam; அலை alai; ஓசை osai;
    வைரமுத்து vairamuthu vairamuttu; கள்ளிக்காட்டு kallikkattu kallikaattu; இதிகாசம் ithigasam;
    ஜெயமோகன் jeyamogan; விஷ்ணுபுரம் vishnupuram; பெருமாள் perumal; மாதொருபாகன் mathorubagan; சுந்தர sundara;
    ராமசாமி ramasamy ramasami; புளியமரத்தின் puliyamarathin; கதை kathai`,
  telugu: `
    కవిత kavitha kavita; మైదానం maidanam; చలం chalam; వేయిపడగలు veyipadagalu;
    విశ్వనాథ viswanatha vishwanatha vishwanath; సత్యనారాయణ satyanarayana sathyanarayana satyanarayan;
    శ్రీశ్రీ srisri sreesree shrishri; మహాప్రస్థానం mahaprasthanam; అమరావతి amaravathi amaravati;
    కథలు kathalu; కన్యాశుల్కం kanyasulkam kanyashulkam; గురజాడ gurajada; అసమర్థుని asamarthuni;
    జీవయాత్ర jeevayatra jivayatra; రామాయణం ramayanam; బుచ్చిబాబు buchchibabu bucchibabu; చివరకు chivaraku;
    మిగిలేది migiledi migiledhi; రావిశాస్త్రి ravisastri ravishastri; అల్పజీవి alpajeevi alpajivi;
    కాళీపట్నం kalipatnam kaleepatnam; రామారావు ramarao ramaravu; యజ్ఞం yagnam yajnam;
    శివారెడ్డి sivareddy shivareddi; ఆంధ్ర andhra; పురాణం puranam`,
  kannada: `
    ಕುವೆಂಪು kuvempu; ಮಲೆಗಳಲ್ಲಿ malegalalli; ಮದುಮಗಳು madumagalu; ಚೋಮನ chomana; ದುಡಿ dudi;
    ಶಿವರಾಮ shivarama shivaram; ಕಾರಂತ karanth karanta; ಪರ್ವ parva; ಭೈರಪ್ಪ bhairappa;
    ಸಂಸ್ಕಾರ samskara sanskara; ಅನಂತಮೂರ್ತಿ ananthamurthy anantamurti; ವಂಶವೃಕ್ಷ vamshavriksha vamsavruksha;
    ಕಾನೂರು kanuru kanooru; ಹೆಗ್ಗಡತಿ heggadati heggadathi; ಮೂಕಜ್ಜಿಯ mookajjiya mukajjiya; ಕನಸುಗಳು kanasugalu;
    ಯಶವಂತ yashavanta; ಚಿತ್ತಾಲ chittala; ಶಿಕಾರಿ shikari; ಪೂರ್ಣಚಂದ್ರ purnachandra poornachandra;
    ತೇಜಸ್ವಿ tejaswi tejasvi; ಕರ್ವಾಲೊ karvalo; ದೇವನೂರು devanuru devanooru; ಮಹಾದೇವ mahadeva mahadev;
    ಕುಸುಮಬಾಲೆ kusumabale; ಬೇಂದ್ರೆ bendre; ನಾಕುತಂತಿ nakutanti naakuthanthi`,
  malayalam: `
    ചെമ്മീൻ chemmeen chemmin; തകഴി thakazhi takazhi; ശിവശങ്കരപ്പിള്ള sivasankarappilla shivashankarapilla;
    ആടുജീവിതം aadujeevitham aatujivitam; ബഷീർ basheer bashir; പാത്തുമ്മായുടെ pathummayude paathummayude;
    ആട് aadu aad; ഖസാക്കിന്റെ khasakkinte khasakinte; ഇതിഹാസം ithihasam itihasam;
    നാലുകെട്ട് naalukettu nalukettu; രണ്ടാമൂഴം randamoozham randaamoozham; വാസുദേവൻ vasudevan; നായർ nayar;
    ബെന്യാമിൻ benyamin; മതിലുകൾ mathilukal matilukal; ബാല്യകാലസഖി balyakalasakhi baalyakaalasakhi; ഒരു oru;
    ദേശത്തിന്റെ desathinte deshattinte; കഥ katha; പൊറ്റെക്കാട്ട് pottekkatt pottekkattu; വിജയൻ vijayan;
    മാധവിക്കുട്ടി madhavikutty madhavikkutti; എന്റെ ente; കേശവദേവ് kesavadev keshavadev;
    കുമാരനാശാൻ kumaranasan kumaranashan; വീണപൂവ് veenapoovu vinapuvu; മഞ്ഞ് manju`,
  urdu: `
    گودان godan godaan गोदान; دیوان diwan deewan divan दीवान; جان jan jaan; فیض faiz; آگ aag ag आग;
    دریا darya; ٹوبہ toba; غزل ghazal ग़ज़ल; میر mir meer; خدیجہ khadija khadeeja; شام sham shaam शाम;
    حیدر haidar`,
};
/** Spellings that share a coarse key, no fine one. */
const COARSE = {
  devanagari: `
    कर्मभूमि karmbhumi; शुक्ल shukl; हरिवंशराय harivanshrai harivanshray`,
  bengali: `
    বঙ্কিমচন্দ্র bankimchandra; আনন্দমঠ anandmath; দেবদাস devdas`,
  gujarati: `
    ઝવેરચંદ zaverchand`,
  odia: `
    ପ୍ରତିଭା prativa; ଯାଜ୍ଞସେନୀ yajnaseni`,
  tamil: `
    கவிதை kavidhai kavitai; சபதம் sabadham; புதுமைப்பித்தன் pudumaipithan puthumaippiththan; சுஜாதா sujata;
    கண்ணதாசன் kannadhasan; மாதொருபாகன் madhorubagan; கதை kadhai`,
  telugu: `
    రామాయణం ramayana; పురాణం purana`,
  urdu: `
    پریم prem प्रेम; چند chand; منٹو manto; غزل gazal; آنگن aangan angan आँगन; مستور mastoor mastur;
    بستی basti बस्ती; پطرس patras`,
  gurmukhi: `
    ਸੁੰਦਰੀ sundri`,
};
/** Spellings that only find each other by skeletons: Urdu without short vowels, Tamil without soft consonants. */
const SKELETON = {
  tamil: `
    சிவகாமியின் sivakamiyin shivakamiyin; சபதம் sapatham; பாரதியார் bharathiyar bharatiyar;
    இதிகாசம் idhikasam; அசோகமித்திரன் asokamitran ashokamithran; ஜெயமோகன் jeyamohan`,
  urdu: `
    غالب ghalib galib ग़ालिब; اردو urdu; امراؤ umrao; عصمت ismat; چغتائی chughtai chugtai; اقبال iqbal;
    دریا dariya दरिया; سنگھ singh सिंह; کہانیاں kahaniyan kahaniyaan कहानियाँ; انتظار intezar intizar;
    حسین husain hussain hussein हुसैन; شعر sher; دہلی dehli; بخاری bukhari; کرشن krishan krishna कृष्ण;
    راجندر rajinder rajendra; بیدی bedi`,
};

/** Different words of one script, or of Latin spelling: none shares a fine key. */
const DIFFERENT = `
  राम रोम; राम रमा; कवि कावेरी; कमल कोमल; काल कुल; दिन दान; दीन दान; दान दाना; मन मुनि; नल नील; सीता सुता;
  गीता गोता; माला मेला; कथा कोठा; बाल बेल; बाल बोल; जल जाली; रात रीति; तारा तीर; नदी नाद; सागर सगरी; वन वीणा;
  फल फूल; मोर मीरा; चाल चील; शाम शोम; घर घेरा; किताब कुतुब; सुख सोख; rani rina; gita gota; kabir kuber;
  tamas timsa; maya moya; sagar sugar; nirmala normal; kamala kumuda; gandhi gundha; ramayan ramana;
  কবিতা কোবিদ; গান গুণ; মাটি মুঠি; আলো আলি; বালি বেলা; কালি কুলি; கவிதை கவிஞர்; பால் போல்; வீடு வேடு;
  మల్లి మల్లె; తల తేలు; కల కొల; ಮನೆ ಮೀನು; ಹೂವು ಹಾವು; ಕಲೆ ಕೋಲು; മല മേള; പൂവ് പാവ; ગામ ગુમ; વાત વેત; પાન પીન;
  ਮਾਂ ਮੀਂਹ; ਦਿਲ ਦਾਲ; ਗੀਤ ਗੋਤ; ଘର ଘେର; ମାଆ ମୁଁ; ଫୁଲ ଫଳ; رام روم; گیت گوت; میر مور; सात साथ; बात भात; दोष देश;
  मोती मति; नीला नल; bharat bhrata; chora chari; shyam sham; देवी दवा; अनिल अनल; ਰਾਮ ਰੋਮ; રામ રોમ;
  ରାମ ରୋମ; రాము రోమా; ರಾಮ ರೋಮ; രാമൻ രോമം; ராமன் ரோமம்`;

/** One word in each row, in as many scripts as have it. All find each other, at any level. */
const ACROSS = [
  "गोदान গোদান ગોદાન ਗੋਦਾਨ ଗୋଦାନ గోదాన ಗೋದಾನ ഗോദാന گودان godan Gaudan",
  "रामायण রামায়ণ રામાયણ ਰਾਮਾਇਣ ରାମାୟଣ రామాయణం ರಾಮಾಯಣ രാമായണം ramayana Ramayan",
  "महाभारत মহাভারত મહાભારત ਮਹਾਭਾਰਤ ମହାଭାରତ మహాభారతం ಮಹಾಭಾರತ മഹാഭാരതം Mahabharat",
  "गीतांजलि গীতাঞ্জলি ગીતાંજલિ ਗੀਤਾਂਜਲੀ ଗୀତାଞ୍ଜଳି గీతాంజలి ಗೀತಾಂಜಲಿ ഗീതാഞ്ജലി Geetanjali",
  "कबीर কবীর કબીર ਕਬੀਰ କବୀର కబీర్ ಕಬೀರ್ കബീർ کبیر Kabeer",
  "कृष्ण কৃষ্ণ કૃષ્ણ ਕ੍ਰਿਸ਼ਨ କୃଷ୍ଣ కృష్ణ ಕೃಷ್ಣ കൃഷ്ണ کرشن Krishna Kr̥ṣṇa",
];

const keys = (word: string) => {
  const words = wordsOf(word);
  expect(words).toHaveLength(1);
  return keysOf(words[0]!);
};

const share = (some: readonly string[], others: readonly string[]) =>
  some.some((key) => others.includes(key));

/** The finest level at which the first word, searched for, finds the second. */
function meeting(one: string, other: string): string {
  const [asked, kept] = [keys(one), keys(other)];
  if (share(asked.fine, kept.fine)) return "fine";
  if (share(asked.coarse, kept.coarse)) return "coarse";
  return share(asked.seeks, kept.skeleton) ? "skeleton" : "nowhere";
}

const rowsOf = (table: string) => table.split(";").map((row) => row.trim().split(" "));

/** Each pair both ways: the first may be in the search or in the index. */
function levels(table: string) {
  const pairs = rowsOf(table).flatMap(([word, ...spellings]) =>
    spellings.flatMap((spelling): [string, string][] => [
      [word!, spelling],
      [spelling, word!],
    ]),
  );
  return pairs.map(([one, other]) => `${one} ${other} ${meeting(one, other)}`);
}

describe.each([
  ["fine", FINE],
  ["coarse", COARSE],
  ["skeleton", SKELETON],
] as const)("%s keys", (level, tables) => {
  test.each(Object.entries(tables))("%s", (_, table) => {
    const found = levels(table);
    expect(found.filter((pair) => !pair.endsWith(` ${level}`))).toEqual([]);
  });
});

test.each(ACROSS)("one word in many scripts: %s", (row) => {
  const words = row.split(" ");
  const apart = words.flatMap((one) =>
    words.filter((other) => meeting(one, other) === "nowhere").map((other) => [one, other]),
  );
  expect(apart).toEqual([]);
});

test("different words share no fine key", () => {
  const same = rowsOf(DIFFERENT).filter(([one, other]) => meeting(one!, other!) === "fine");
  expect(same).toEqual([]);
});

test("words of one script do not meet by skeletons", () => {
  // Urdu would write both alike.
  expect(meeting("कमल", "कुमल")).toBe("nowhere");
  expect(meeting("kamal", "kumal")).toBe("nowhere");
  expect(meeting("கவிதை", "கவிதா")).toBe("nowhere");
});

test("a number is its own key, in all digits", () => {
  expect(keys("1984")).toEqual({ fine: ["1984"], coarse: ["1984"], skeleton: ["1984"], seeks: ["1984"] });
  expect(keys("१९८४")).toEqual(keys("1984"));
});

test("scripts without rules have no keys, mixed words those of their letters", () => {
  expect(keys("Война")).toEqual({ fine: [], coarse: [], skeleton: [], seeks: [] });
  expect(keys("ऽ").fine).toEqual([]);
  expect(keys("C3गोदान").fine).toContain("c3godan");
  expect(keys("भाग2").fine).toContain("bhaga2");
});

test("whatever is typed: few keys of letters a to z and digits", () => {
  const indian = fc.integer({ min: 0x900, max: 0xd7f }).map((code) => String.fromCodePoint(code));
  const urdu = fc.integer({ min: 0x600, max: 0x6ff }).map((code) => String.fromCodePoint(code));
  const text = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 150 }),
    fc.string({ unit: fc.oneof(indian, urdu), maxLength: 150 }),
  );
  fc.assert(
    fc.property(text, (typed) => {
      for (const word of wordsOf(typed)) {
        const { fine, coarse, skeleton, seeks } = keysOf(word);
        expect(Math.max(fine.length, coarse.length)).toBeLessThanOrEqual(4);
        expect(Math.max(skeleton.length, seeks.length)).toBeLessThanOrEqual(12);
        for (const key of [...fine, ...coarse, ...skeleton, ...seeks])
          expect(key).toMatch(/^[a-z0-9]{1,400}$/);
      }
    }),
  );
});
