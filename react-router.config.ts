import type { Config } from "@react-router/dev/config";

export default {
  ssr: true,
  // The catalogue of routes is small; no request for a manifest while links are hovered.
  routeDiscovery: { mode: "initial" },
  // http/request/cross-site.server.ts checks every mutation, more strictly: this check lets a missing Origin pass.
  allowedActionOrigins: ["**"],
  future: {
    v8_middleware: true,
    v8_splitRouteModules: true,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
} satisfies Config;
