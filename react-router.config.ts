import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The list of routes is small, so it is loaded at once, without requests while links are hovered.
  routeDiscovery: { mode: "initial" },
  // Replaced by http/request/cross-site.server.ts, which is stricter: this check allows a missing Origin.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
