// Orders as a load: buyers who each add a book to their cart and place an order, one after the other.

/**
 * @param origins of the processes that serve, each used by its share of the buyers
 * @param buyers Cookie headers of customers with an address
 * @returns orders a second, the 99th percentile of placing one in milliseconds, and what went wrong
 */
export async function placeOrders(origins, buyers, seconds) {
  const times = [];
  const refused = new Map();
  const addresses = await Promise.all(
    buyers.map(
      async (cookie) => /name="addressId"[^>]*value="(\d+)"/.exec(await checkout(origins[0], cookie))?.[1],
    ),
  );
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(buyers.map(buy));
  const took = (performance.now() - started) / 1000;
  times.sort((a, b) => a - b);
  return {
    rate: times.length / took,
    p99Ms: Math.round(times[Math.floor(times.length * 0.99)] ?? 0),
    wrong: [...refused].map(([status, count]) => `${count} × ${status}`).join(", "),
  };

  async function buy(cookie, at) {
    const origin = origins[at % origins.length];
    while (performance.now() < until) {
      await post(origin, "/cart", cookie, { intent: "add", bookId: 1 + (at % 10), redirectTo: "/cart" });
      const before = performance.now();
      const to = await post(origin, "/checkout", cookie, { intent: "place-order", addressId: addresses[at] });
      if (to.startsWith("/checkout/pay/")) times.push(performance.now() - before);
      else refused.set(to, (refused.get(to) ?? 0) + 1);
    }
  }

  async function checkout(origin, cookie) {
    await post(origin, "/cart", cookie, { intent: "add", bookId: 1, redirectTo: "/cart" });
    return (await fetch(`${origin}/checkout`, { headers: { cookie } })).text();
  }

  /** @returns where the answer leads, or its status */
  async function post(origin, path, cookie, fields) {
    const response = await fetch(origin + path, {
      method: "POST",
      redirect: "manual",
      headers: { cookie, origin, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(fields).toString(),
    });
    await response.arrayBuffer();
    return response.headers.get("location") ?? String(response.status);
  }
}
