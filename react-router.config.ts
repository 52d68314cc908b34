import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The list of routes is small, so it is loaded at once, without requests while links are hovered.
  routeDiscovery: { mode: "initial" },
  // Replaced by http/request/cross-site.server.ts, which is stricter: this check allows a missing Origin.
  allowedActionOrigins: ["**"],
} satisfies Config;
