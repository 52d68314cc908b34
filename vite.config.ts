import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  resolve: { tsconfigPaths: true },
  optimizeDeps: { include: ["react-hot-toast", "@conform-to/react", "@conform-to/zod/v4", "zod"] },
  build: { assetsInlineLimit: 0, reportCompressedSize: false },
  environments: {
    // The server's bundle begins at our own entry: it listens on node:http and holds React Router's build.
    ssr: { build: { rollupOptions: { input: "./app/server.ts" } } },
  },
});
