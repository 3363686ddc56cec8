/** Pictures of the demo: scenes a program paints. No model made them, and their record says so. */
import { createCanvas } from "@napi-rs/canvas";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { insertDrawing } from "@/db/queries/drawing/drawings";
import { insertPictures } from "@/db/queries/drawing/pictures";
import type { Actor } from "@/lib/auth/actor";
import type { ImageShape } from "@/lib/config/image-kinds";
import { keepFile } from "@/lib/files/upload";
import { SHOWN } from "./content";
import { acting, type Filling } from "./fill";

const PAINTER = "示例画面（程序绘制）";
const SIZES: Record<ImageShape, [width: number, height: number]> = {
  vertical: [512, 768],
  square: [640, 640],
  horizontal: [768, 512],
};

interface Scene {
  prompt: string;
  shape: ImageShape;
  /** Of sky, hills and foreground; each is a picture. */
  colours: [sky: string, glow: string, far: string, near: string][];
  /** The scene it was changed from. */
  from?: number;
}

const SCENES: readonly Scene[] = [
  {
    prompt: "清晨薄雾中的丘陵，低饱和暖色，前景留出放标题的深色山脊，年报封面",
    shape: "horizontal",
    colours: [
      ["#5d83a8", "#f4c89b", "#8497a3", "#24403f"],
      ["#7d93a9", "#d9dde2", "#a3adb8", "#4a5a66"],
    ],
  },
  {
    prompt: "改成傍晚，天空偏紫",
    shape: "horizontal",
    colours: [["#3b2f63", "#f0a27a", "#5d4a7c", "#1d1a38"]],
    from: 0,
  },
  {
    prompt: "春季培训海报背景，远山与日出，留白在上方",
    shape: "vertical",
    colours: [["#e9eef0", "#f3dcae", "#9dbdb0", "#3d6f68"]],
  },
  {
    prompt: "客户沙龙请柬背景，夜色中的山谷",
    shape: "square",
    colours: [["#101d3a", "#3c5d8f", "#22365f", "#0b1428"]],
  },
];

/** Some pictures in the gallery of the first person that can be signed in as. */
export async function paintPictures({ tell }: Filling, people: ReadonlyMap<string, string>): Promise<void> {
  tell("Pictures …");
  const actor = await acting(people.get(SHOWN[0]!)!);
  const made: { rootId: string; pictureId: string }[] = [];
  for (const { prompt, shape, colours, from } of SCENES) {
    const [id, parent] = [v7(), from === undefined ? undefined : made[from]];
    const [width, height] = SIZES[shape];
    const rootId = parent?.rootId ?? id;
    const pictures = await Promise.all(colours.map((each) => painted(actor, { width, height, each })));
    await db().transaction(async (tx) => {
      await insertDrawing(tx, {
        ...{ id, userId: actor.id, rootId, prompt, shape, size: `${width}x${height}`, count: colours.length },
        ...{ mode: parent ? "edit" : "generate", parentId: parent?.pictureId ?? null },
        ...{ modelId: v7(), modelName: PAINTER, status: "done", finishedAt: new Date() },
      });
      const rows = pictures.map((files, position) => ({
        id: v7(),
        userId: actor.id,
        drawingId: id,
        position,
        ...files,
      }));
      await insertPictures(tx, rows);
      made.push({ rootId, pictureId: rows[0]!.id });
    });
  }
}

interface Painting {
  width: number;
  height: number;
  each: Scene["colours"][number];
}

async function painted(actor: Actor, { width, height, each: [sky, glow, far, near] }: Painting) {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext("2d");
  const air = context.createLinearGradient(0, 0, 0, height);
  air.addColorStop(0, sky);
  air.addColorStop(0.6, glow);
  context.fillStyle = air;
  context.fillRect(0, 0, width, height);
  context.fillStyle = "rgb(255 246 226 / 0.85)";
  context.beginPath();
  context.arc(width * 0.68, height * 0.46, Math.min(width, height) * 0.06, 0, 2 * Math.PI);
  context.fill();
  for (const [level, colour, wave] of [
    [0.56, far, 3.1],
    [0.68, far, 4.3],
    [0.8, near, 2.4],
  ] as const) {
    context.fillStyle = colour;
    context.globalAlpha = level > 0.75 ? 1 : 0.55;
    context.beginPath();
    context.moveTo(0, height);
    for (let x = 0; x <= width; x += 4) {
      context.lineTo(x, height * (level + 0.05 * Math.sin((x / width) * wave * 2 + level * 9)));
    }
    context.lineTo(width, height);
    context.fill();
  }
  context.globalAlpha = 1;
  const small = createCanvas(320, Math.round((320 * height) / width));
  small.getContext("2d").drawImage(canvas, 0, 0, small.width, small.height);
  const write = async () => undefined;
  const keep = (bytes: Buffer, name: string, purpose: string) => keepFile(actor, bytes, name, { purpose, write });
  const file = await keep(await canvas.encode("png"), "scene.png", "drawing");
  const thumbnail = await keep(await small.encode("webp", 90), "thumbnail.webp", "drawing-thumbnail");
  return { fileId: file.id, thumbnailId: thumbnail.id, width, height };
}
