// How long a cached page waits beside a burst of pages that are rendered each time.
import { Agent, get } from "node:http";

const EVERY_MS = 20;

/** Words of the sample's titles, for searches that nobody has made before. */
const WORDS =
  "Almanac Anklet Astrologer Bangle Banyan Barber Boatman Bullock Calendar Caravan Carpenter Cartographer Census Clerk Garden Monsoon Nightjar Platform Printer Watchman".split(
    " ",
  );

/** For wrk: each request searches for two other words. */
export const EVER_NEW_SEARCHES = `
  local words = { ${WORDS.map((word) => `"${word}"`).join(", ")} }
  local n = 0
  request = function()
    n = n + 1
    local first, second = words[n % #words + 1], words[math.floor(n / #words) % #words + 1]
    return wrk.format(nil, "/books?q=" .. first .. "+" .. second .. "&min=" .. math.floor(n / 400))
  end`;

/** For wrk: the requests come from these visitors in turn. @param cookies Cookie headers */
export const inTurn = (cookies) => `
  local cookies = { ${cookies.map((cookie) => JSON.stringify(cookie)).join(", ")} }
  local n = 0
  request = function()
    n = n + 1
    return wrk.format(nil, nil, { ["cookie"] = cookies[n % #cookies + 1] })
  end`;

/**
 * Asks for a page every 20 ms, on one connection, while `work` runs.
 * @returns milliseconds until the first byte: the median, the 99th percentile and the longest
 */
export async function probe(url, work) {
  await fetch(url);
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const times = [];
  const timer = setInterval(() => {
    const began = performance.now();
    get(url, { agent, headers: { "accept-encoding": "br" } }, (answer) => {
      times.push(performance.now() - began);
      answer.resume();
    }).on("error", () => {}); // the last one, when the agent is closed
  }, EVERY_MS);
  const result = await work();
  clearInterval(timer);
  agent.destroy();
  times.sort((a, b) => a - b);
  const at = (share) => `${(times[Math.floor(share * (times.length - 1))] ?? NaN).toFixed(1)} ms`;
  return { result, median: at(0.5), p99: at(0.99), longest: at(1) };
}
