// A supplier that speaks AUTOMATIC1111's interface, for tests.
//   node tests/fakes/webui-server.mjs --port 9104
import { pngOf } from "./picture.mjs";
import { json, runByHand, startFake } from "./server.mjs";

const MODELS = ["sd_xl_base_1.0", "dreamshaper_8"];
/** What is drawn now, and what waits for its turn. */
const active = new Map();

/** Starts the fake. A prompt with `slow` draws until it is interrupted; `state.interrupts` counts those. */
export async function startWebuiServer(port = 0) {
  const fake = await startFake(port, route);
  fake.state.interrupts = 0;
  return { ...fake, url: fake.origin };
}

function route({ method, path, headers, bytes }, res, state) {
  const given = headers.authorization ?? "";
  if (path.startsWith("/sdapi/") && given.startsWith("Basic ") && !atob(given.slice(6)).endsWith(":right"))
    return json(res, 401, { detail: "Incorrect username or password" });
  if (method === "GET" && path === "/sdapi/v1/sd-models")
    return json(
      res,
      200,
      MODELS.map((name) => ({
        title: `${name}.safetensors [31e35c80fc]`,
        model_name: name,
        hash: "31e35c80fc",
        sha256: null,
        filename: `/models/${name}.safetensors`,
        config: null,
      })),
    );
  const body = bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
  if (path === "/internal/progress") {
    const isActive = active.has(body.id_task);
    return json(res, 200, {
      active: isActive,
      queued: false,
      completed: !isActive,
      progress: 0.1,
      eta: 9,
      textinfo: null,
    });
  }
  if (path === "/sdapi/v1/interrupt") {
    state.interrupts++;
    for (const end of active.values()) end();
    return json(res, 200, {});
  }
  if (!/^\/sdapi\/v1\/(txt2img|img2img)$/.test(path)) return json(res, 404, { detail: "Not Found" });
  state.requests.push({ path, headers, body });
  if (path.endsWith("img2img") && !body.init_images?.length) return json(res, 404, { detail: "Init image not found" });
  const name = body.override_settings?.sd_model_checkpoint;
  if (!MODELS.includes(name)) {
    const error = { error: "RuntimeError", detail: "", body: "", errors: `model '${name}' not found` };
    return json(res, 500, error);
  }
  const draw = () => {
    active.delete(body.force_task_id);
    const [width, height] = [body.width ?? 512, body.height ?? 512].map((side) => Math.round(side / 8));
    const images = Array.from({ length: body.batch_size }, (_, at) => pngOf(width, height, at).toString("base64"));
    json(res, 200, { images, parameters: body, info: JSON.stringify({ seed: body.seed, all_seeds: [body.seed] }) });
  };
  if (!body.prompt.includes("slow")) return draw();
  active.set(body.force_task_id, draw);
  return undefined;
}

runByHand(import.meta.url, startWebuiServer);
