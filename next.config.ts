import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";
import { FRAMEWORK_HEADERS } from "@/lib/config/security-headers.ts";

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/i18n/request.ts",
  experimental: {
    // Precompiled messages keep the message parser out of the browser's script (8.7 KiB on every page).
    messages: {
      path: ["./messages/zh_CN", "./messages/en_US"],
      format: "json",
      locales: "infer",
      // The development server cannot read a compiled text, which error texts need (lib/i18n/figures).
      precompile: process.env.NODE_ENV === "production",
    },
  },
});

// What the programs that Node runs by itself load is traced through the modules that start them (`workerPackages` of
// lib/tools/worker.ts and the like); they themselves are built after all this (scripts/lib/worker-build.mjs). Only the
// stand-alone image reads the lists, and writing them for each entry costs every build.
const STANDALONE_FILES = {
  "/*": [
    "./db/migrations/**/*",
    "./node_modules/pdfjs-dist/legacy/build/pdf.worker.mjs",
    "./node_modules/pdfjs-dist/{cmaps,standard_fonts,wasm,iccs}/**/*",
    // Optional (lib/parsing/recognition): where they are missing, nothing is carried along.
    "./node_modules/tesseract.js-core/{package.json,LICENSE,tesseract-core-simd-lstm.js,tesseract-core-simd-lstm.wasm}",
    "./node_modules/@tesseract.js-data/{chi_sim,eng}/{package.json,4.0.0_best_int/*}",
  ],
  // Read by path and handed to the browser (lib/features/reader/service/assets.ts).
  "/api/reader/assets/*": [
    "./node_modules/pdfjs-dist/build/pdf.worker.min.mjs",
    "./node_modules/pdfjs-dist/{cmaps,standard_fonts,wasm}/**/*",
  ],
};

const config: NextConfig = {
  output: process.env.BUILD_STANDALONE ? "standalone" : undefined,
  outputFileTracingIncludes: process.env.BUILD_STANDALONE ? STANDALONE_FILES : undefined,
  // `npm test` and the editor check the types; `npm start` on a user's machine need not do it once more.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Most builds are the only one of their folder: the cache (663 MB) would cost 40 s and never be read.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads them: Node prints stacks of the built code, and 110 MB of them took their time.
    turbopackSourceMaps: false,
  },
  poweredByHeader: false,
  reactStrictMode: true,
  images: { unoptimized: true },
  headers: async () => FRAMEWORK_HEADERS,
  // Spec 7 writes these calls without the base path; both spellings answer.
  rewrites: async () => [{ source: "/public/:path*", destination: "/api/public/:path*" }],
  serverExternalPackages: [
    "@aws-sdk/client-s3",
    "@aws-sdk/lib-storage",
    "pg",
    "pg-boss",
    "postgres",
    "pino",
    "prom-client",
    "@node-rs/argon2",
    "busboy",
    "@tus/server",
    "undici",
    // Loaded by the threads of tools too, from the folder of packages: bundled ones would not be in it.
    "gpt-tokenizer",
    "@scalar/openapi-upgrader",
    "yaml",
    "mathjs",
    "quickjs-emscripten",
    "@mozilla/readability",
    "linkedom",
    "turndown",
    // Likewise by the processes that read files.
    "@napi-rs/canvas",
    "csv-parse",
    "hast-util-from-html",
    "hast-util-raw",
    "mdast-util-from-markdown",
    "mdast-util-gfm",
    "mdast-util-to-hast",
    "micromark-extension-gfm",
    "numfmt",
    "pdfjs-dist",
    "read-excel-file",
    "saxes",
  ],
};

export default withNextIntl(config);
