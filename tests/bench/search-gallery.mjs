// The gallery of `bench:search`: pages of its list, and scrolling through it in Chromium.
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pngOf } from "../fakes/picture.mjs";
import { ADMIN, signIn } from "../faults/product.mjs";
import { inBrowser, tasksDuring } from "./browser.mjs";
import { withProduct } from "./search-product.mjs";

/** List calls of a page of pictures, and tasks over 50 ms while a person scrolls, and how long the longest worked; milliseconds. */
export async function galleryTimes(engine, { isQuick }) {
  const pictures = isQuick ? 500 : 5000;
  return withProduct(engine, {}, async ({ url, dataDir, pool }) => {
    await fill(pool, dataDir, pictures);
    const { token } = await signIn(url);
    const list = [];
    for (let page = 1; page <= 30; page++) {
      const from = performance.now();
      const answer = await fetch(`${url}/api/drawing/pictures?page=${page}&pageSize=60`, {
        headers: { authorization: token },
      });
      if ((await answer.json()).data.items.length === 0) break;
      list.push(performance.now() - from);
    }
    return { pictures, list, ...(await scrolled(url, isQuick ? 20 : 120)) };
  });
}

/** Pictures of the administrator; each has a thumbnail of its own in the file store. */
async function fill(pool, dataDir, count) {
  const bytes = pngOf(240, 180);
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const { rows } = await pool.query("select id from users where account = $1", [ADMIN.username]);
  const [{ id: userId }] = rows;
  for (let from = 0; from < count; from += 500) {
    const files = [];
    const pictures = [];
    for (let at = from; at < Math.min(count, from + 500); at++) {
      const drawing = randomUUID();
      const [file, thumbnail] = [randomUUID(), randomUUID()];
      for (const id of [file, thumbnail])
        files.push({ id, version: randomUUID(), key: id.replaceAll("-", "") + randomBytes(16).toString("hex") });
      pictures.push({ id: randomUUID(), drawing, file, thumbnail, prompt: `Picture ${at} of a lighthouse at dusk` });
    }
    for (const { key } of files.filter((_, at) => at % 2 === 1)) {
      const folder = path.join(dataDir, "files", key.slice(30, 32));
      await mkdir(folder, { recursive: true });
      await writeFile(path.join(folder, key), bytes);
    }
    await pool.query(
      `with given as (select * from json_to_recordset($1::json) as t (id uuid, version uuid, key text)),
        made as (insert into files (id, owner_id, name, purpose, status, current_version_id)
          select id, $2::uuid, 'picture.png', 'drawing', 'uploaded', version from given returning id)
       insert into file_versions (id, file_id, sha256, size, type, storage_key)
       select version, given.id, $3, $4, 'image/png', key from given join made on made.id = given.id`,
      [JSON.stringify(files), userId, sha256, bytes.length],
    );
    await pool.query(
      `with given as (select * from json_to_recordset($1::json) as t (id uuid, drawing uuid, file uuid, thumbnail uuid, prompt text)),
        made as (insert into drawings (id, user_id, mode, prompt, model_id, model_name, count, root_id, status, finished_at)
          select drawing, $2::uuid, 'generate', prompt, gen_random_uuid(), 'painter', 1, drawing, 'done', now() from given returning id)
       insert into drawing_pictures (id, user_id, drawing_id, position, file_id, thumbnail_id, width, height)
       select given.id, $2::uuid, drawing, 0, file, thumbnail, 1024, 768 from given join made on made.id = given.drawing`,
      [JSON.stringify(pictures), userId],
    );
  }
  await pool.query("analyze");
}

function scrolled(address, steps) {
  return inBrowser(address, async (page, browser) => {
    await page.goto(`${address}/personal/draft?view=gallery`);
    await page.locator("[data-gallery] li").first().waitFor();
    await page.waitForLoadState("networkidle");
    const down = async () => {
      await page.mouse.move(800, 500);
      for (let step = 0; step < steps; step++) {
        await page.mouse.wheel(0, 600);
        await page.waitForTimeout(50);
      }
      // What is drawn once it stands still counts as well.
      await page.waitForTimeout(1500);
    };
    const found = await tasksDuring(page, browser, down, { isRepeatable: true });
    const shown = await page.evaluate(() =>
      Math.max(...Array.from(document.querySelectorAll("[data-gallery] li"), (one) => Number(one.ariaPosInSet))),
    );
    return { ...found, shown };
  });
}
