// A bucket service in memory for tests: path style, whole and multipart uploads, ranges, listing. It checks no signature
// but wants to see one.
import { randomUUID } from "node:crypto";
import http from "node:http";

const escapeText = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

async function bodyOf(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Starts on a free port. `objects` maps `bucket/key` to bytes; `uploads` are the multipart uploads under way. */
export async function startS3Server() {
  const objects = new Map();
  const uploads = new Map();
  const seen = [];

  async function answer(request, response) {
    const url = new URL(request.url, "http://s3.test");
    const name = decodeURIComponent(url.pathname.slice(1)).replace(/\/$/, "");
    const query = url.searchParams;
    const xml = (status, text) => response.writeHead(status, { "content-type": "application/xml" }).end(text);
    const missing = () => xml(404, "<Error><Code>NoSuchKey</Code></Error>");
    seen.push({ method: request.method, name, query: Object.fromEntries(query) });
    if (!request.headers.authorization?.startsWith("AWS4-HMAC-SHA256 ")) {
      return xml(403, "<Error><Code>AccessDenied</Code></Error>");
    }
    const body = await bodyOf(request);
    const upload = uploads.get(query.get("uploadId"));
    if (request.method === "POST" && query.has("uploads")) {
      const id = randomUUID();
      uploads.set(id, { name, parts: new Map(), at: new Date() });
      return xml(200, `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    if (request.method === "POST" && upload) {
      const parts = [...upload.parts].sort(([a], [b]) => a - b).map(([, bytes]) => bytes);
      objects.set(name, Buffer.concat(parts));
      uploads.delete(query.get("uploadId"));
      return xml(200, "<CompleteMultipartUploadResult><ETag>e</ETag></CompleteMultipartUploadResult>");
    }
    if (request.method === "PUT") {
      if (upload) upload.parts.set(Number(query.get("partNumber")), body);
      else objects.set(name, body);
      return response.writeHead(200, { etag: '"e"' }).end();
    }
    if (request.method === "DELETE") {
      if (upload) uploads.delete(query.get("uploadId"));
      else objects.delete(name);
      return response.writeHead(204).end();
    }
    if (request.method === "GET" && query.has("uploads")) {
      const rows = [...uploads].map(
        ([id, { name: full, at }]) =>
          `<Upload><Key>${escapeText(full.slice(full.indexOf("/") + 1))}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
      );
      return xml(200, `<ListMultipartUploadsResult>${rows.join("")}</ListMultipartUploadsResult>`);
    }
    if (request.method === "GET" && query.get("list-type") === "2") {
      const start = `${name}/${query.get("prefix") ?? ""}`;
      const keys = [...objects.keys()].filter((key) => key.startsWith(start)).map((key) => key.slice(name.length + 1));
      const rows = keys.map((key) => `<Contents><Key>${escapeText(key)}</Key></Contents>`);
      return xml(200, `<ListBucketResult>${rows.join("")}</ListBucketResult>`);
    }
    const bytes = objects.get(name);
    if (!bytes) return request.method === "HEAD" ? response.writeHead(404).end() : missing();
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    const part = range ? bytes.subarray(Number(range[1]), Number(range[2]) + 1) : bytes;
    response.writeHead(range ? 206 : 200, { "content-length": part.length });
    return response.end(request.method === "HEAD" ? undefined : part);
  }

  const server = http.createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    objects,
    uploads,
    seen,
    close: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}
