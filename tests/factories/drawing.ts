import { POST as drawRoute } from "@/app/api/drawing/pictures/route";
import { GET as treeRoute } from "@/app/api/drawing/trees/[id]/route";
import type { BegunDto, DrawingDto, TreeDto } from "@/lib/features/drawing/dto";
import { keepFile } from "@/lib/files/upload";
import { answer } from "./call";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** Asks for pictures; the task waits. */
export const beginDrawing = (person: Person, body: object, headers = {}) =>
  answer<BegunDto>(drawRoute, { token: person.token, body, headers });

/** One request as its tree tells it. */
export async function drawingOf(person: Person, { id, rootId }: Pick<BegunDto, "id" | "rootId">): Promise<DrawingDto> {
  const tree = await answer<TreeDto>(treeRoute, { token: person.token, params: { id: rootId } });
  return tree.data!.drawings.find((one) => one.id === id)!;
}

/** Asks for pictures and has them drawn. */
export async function draw(person: Person, body: object): Promise<DrawingDto> {
  const begun = await beginDrawing(person, body);
  if (begun.code !== 200 || !begun.data) throw new Error(`${begun.code} ${begun.message}`);
  await runTasksOf(begun.data.id);
  return drawingOf(person, begun.data);
}

/** A mask or a picture to go by, as the screen uploads it. */
export async function makeInput(person: Person, bytes: Buffer, name = "input.png"): Promise<string> {
  return (await keepFile(person.actor, bytes, name, { purpose: "drawing-input" })).id;
}
