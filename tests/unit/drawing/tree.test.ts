import type { DrawingDto, PictureDto } from "@/lib/features/drawing/dto";
import { bodyOf, FIRST_SETTINGS, fittedTo, settingsOf } from "@/lib/features/drawing/settings";
import { flatTree, sumsOf, treeOf } from "@/lib/features/drawing/tree";
import { imageOptionsOf } from "@/lib/models/image-options";

const picture = (id: string, drawingId: string, deletedAt: string | null = null) =>
  ({ id, drawingId, position: 0, deletedAt }) as PictureDto;

function drawing(id: string, parentId: string | null, ...pictures: string[]): DrawingDto {
  const settings = {
    prompt: id,
    negativePrompt: "",
    modelId: "m",
    shape: null,
    quality: null,
    style: null,
    seed: null,
  };
  return {
    ...settings,
    ...{ id, parentId, rootId: "a", mode: parentId ? "edit" : "generate", status: "done", count: 1, referenceIds: [] },
    pictures: pictures.map((one) => picture(one, id)),
  } as unknown as DrawingDto;
}

describe("a version tree", () => {
  it("puts each request below the picture it changed, and names it by its step", () => {
    const drawings = [
      drawing("a", null, "a1", "a2"),
      drawing("b", "a1", "b1"),
      drawing("c", "a2", "c1"),
      drawing("d", "b1", "d1"),
      drawing("e", "a1"),
    ];
    const nodes = treeOf({ drawings });
    expect(flatTree(nodes).map(({ drawing: { id }, name, depth }) => [id, name, depth])).toEqual([
      ["a", "1", 1],
      ["b", "2", 2],
      ["d", "3", 3],
      ["c", "2b", 2],
      ["e", "2c", 2],
    ]);
    expect(sumsOf(nodes)).toEqual({ steps: 3, pictures: 5 });
    expect(sumsOf([])).toEqual({ steps: 0, pictures: 0 });
  });

  it("keeps what lost its picture, and counts none in the trash", () => {
    const [first, second] = [drawing("a", null, "a1"), drawing("b", "gone", "b1")];
    first.pictures[0]!.deletedAt = "2026-11-27T00:00:00Z";
    const nodes = treeOf({ drawings: [first, second] });
    expect(nodes.map(({ name }) => name)).toEqual(["1", "2"]);
    expect(sumsOf(nodes)).toEqual({ steps: 2, pictures: 1 });
  });

  it("has no more names than letters, and goes on with numbers", () => {
    const drawings = [drawing("a", null, "a1"), ...Array.from({ length: 28 }, (_, at) => drawing(`b${at}`, "a1"))];
    const names = flatTree(treeOf({ drawings })).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe("the settings of a picture", () => {
  const dallE = imageOptionsOf({ channels: [{ template: "openai", upstreamModel: "dall-e-3" }] });
  const open = imageOptionsOf({ channels: [{ template: "openai-compatible", upstreamModel: "qwen-image" }] });

  it("come back exactly as they were", () => {
    const made = {
      ...drawing("a", null),
      ...{ prompt: "hills", negativePrompt: "people", shape: "vertical", count: 3, seed: 7, referenceIds: ["r"] },
    } as DrawingDto;
    const settings = settingsOf(made);
    expect(fittedTo(settings, open)).toEqual(settings);
    expect(bodyOf(settings)).toMatchObject({
      prompt: "hills",
      negativePrompt: "people",
      size: "vertical",
      count: 3,
      seed: 7,
    });
  });

  it("lose what another model does not take", () => {
    const wished = { ...FIRST_SETTINGS, negativePrompt: "x", seed: 3, count: 9, referenceIds: ["a", "b"] };
    expect(fittedTo(wished, dallE)).toMatchObject({
      ...{
        negativePrompt: "",
        seed: null,
        count: 1,
        referenceIds: [],
        size: "square",
        quality: "standard",
        style: "vivid",
      },
    });
    expect(bodyOf(fittedTo(wished, open))).toMatchObject({ count: 4, referenceIds: ["a"], quality: undefined });
  });
});
