import "server-only";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { AppError } from "@/lib/errors/errors";

/** Files of the pdf renderer its worker asks for while it draws. Folder to what may be taken from it. */
const FOLDERS: Record<string, { folder: string; name: RegExp; type: string }> = {
  worker: { folder: "build", name: /^pdf\.worker\.min\.mjs$/, type: "text/javascript; charset=utf-8" },
  cmaps: { folder: "cmaps", name: /^[\w-]+\.bcmap$/, type: "application/octet-stream" },
  fonts: { folder: "standard_fonts", name: /^[\w-]+\.(pfb|ttf)$/, type: "application/octet-stream" },
  wasm: { folder: "wasm", name: /^(openjpeg|jbig2|qcms_bg)\.wasm$/, type: "application/wasm" },
};

/** The renderer's own decoders may be compiled in its worker, and nowhere else; nothing may be fetched from there. */
const WORKER_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; frame-ancestors 'none'";

/** One file of the renderer. Throws notFound for everything that is not on the list. */
export async function rendererFile([kind = "", name = "", ...rest]: readonly string[]): Promise<Response> {
  const source = Object.hasOwn(FOLDERS, kind) ? FOLDERS[kind] : undefined;
  if (!source?.name.test(name) || rest.length > 0) throw new AppError("notFound");
  const file = path.join(process.cwd(), "node_modules", "pdfjs-dist", source.folder, name);
  const bytes = await readFile(file).catch(() => {
    throw new AppError("notFound");
  });
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": source.type,
      // The address carries the renderer's version.
      "cache-control": "private, max-age=31536000, immutable",
      ...(kind === "worker" ? { "content-security-policy": WORKER_POLICY } : {}),
    },
  });
}
