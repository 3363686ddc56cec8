import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { InstructionBar } from "@/components/features/drawing/canvas/instruction-bar";
import { Stage } from "@/components/features/drawing/canvas/stage";
import { useMask } from "@/components/features/drawing/canvas/use-mask";
import type { PictureDto } from "@/lib/features/drawing/dto";
import { renderWithTexts } from "@/tests/factories/render";

const picture = {
  id: "01900000-0000-7000-8000-000000000001",
  prompt: "hills",
  title: "",
  width: 400,
  height: 400,
} as PictureDto;
const older = { ...picture, id: "01900000-0000-7000-8000-000000000002" };
const MODEL = { name: "painter", edit: true, mask: true };

beforeEach(() => {
  // Nor pointer events; they are a mouse's with an id.
  Object.assign(window, { PointerEvent: MouseEvent });
  // The browser here has no canvas; what is marked is counted without one.
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  jest.spyOn(HTMLCanvasElement.prototype, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 400, 400));
});

function Painting({ model = MODEL }: { model?: typeof MODEL }) {
  const control = useMask(picture.id, 1);
  return (
    <Stage
      picture={picture}
      before={{ picture: older, name: "1" }}
      control={control}
      model={model}
      isEditing={false}
      onEdit={() => undefined}
      onTree={() => undefined}
    >
      <span data-testid="strokes">{control.mask.strokes.length}</span>
    </Stage>
  );
}

const canvas = () => document.querySelector("canvas[data-mask]")!;
const status = () => screen.getByRole("status");

async function stroke(pointerType: string, ...points: [number, number][]) {
  const [[x, y] = [0, 0], ...more] = points;
  const at = (clientX: number, clientY: number) => ({ clientX, clientY, pointerId: 1, pointerType, button: 0 });
  fireEvent.pointerDown(canvas(), at(x, y));
  for (const [nextX, nextY] of more) fireEvent.pointerMove(canvas(), at(nextX, nextY));
  fireEvent.pointerUp(canvas(), at(...(points.at(-1) ?? [0, 0])));
}

it.each(["mouse", "touch", "pen"])("is marked with a %s, erased, and taken back step by step", async (pointer) => {
  await renderWithTexts(<Painting />, "en_US");
  expect(status()).toHaveTextContent("Nothing is marked");
  await stroke(pointer, [100, 100], [300, 100]);
  expect(screen.getByTestId("strokes")).toHaveTextContent("0");
  await userEvent.click(screen.getByRole("button", { name: "Brush" }));
  await stroke(pointer, [100, 100], [300, 100], [300, 300]);
  expect(status()).toHaveTextContent(/Marked area: \d/);
  fireEvent.keyDown(window, { key: "e" });
  await stroke(pointer, [100, 100], [300, 100]);
  expect(screen.getByTestId("strokes")).toHaveTextContent("2");
  fireEvent.keyDown(window, { key: "z", ctrlKey: true });
  fireEvent.keyDown(window, { key: "z", metaKey: true });
  expect(status()).toHaveTextContent("Nothing is marked");
  fireEvent.keyDown(window, { key: "Z", ctrlKey: true, shiftKey: true });
  expect(status()).toHaveTextContent(/Marked area/);
});

it("is marked by corners without a pointer, and cleared", async () => {
  await renderWithTexts(<Painting />, "en_US");
  await userEvent.click(screen.getByRole("button", { name: "Region by corners" }));
  const region = within(await screen.findByRole("dialog"));
  const left = region.getByRole("spinbutton", { name: "From the left" });
  await userEvent.clear(left);
  await userEvent.type(left, "90");
  expect(region.getByRole("button", { name: "Mark region" })).toBeDisabled();
  await userEvent.clear(left);
  await userEvent.type(left, "25");
  await userEvent.click(region.getByRole("button", { name: "Mark region" }));
  await userEvent.keyboard("{Escape}");
  await waitFor(() => expect(status()).toHaveTextContent("Marked area: 25% of the picture"));
  await userEvent.click(screen.getByRole("button", { name: "Clear marking" }));
  expect(status()).toHaveTextContent("Nothing is marked");
});

it("changes the brush by the brackets, and nothing while somebody types", async () => {
  await renderWithTexts(
    <>
      <Painting />
      <input aria-label="words" />
    </>,
    "en_US",
  );
  fireEvent.keyDown(window, { key: "b" });
  const size = screen.getByRole("slider", { name: "Brush size" });
  expect(size).toHaveValue("46");
  fireEvent.keyDown(window, { key: "]" });
  expect(size).toHaveValue("54");
  fireEvent.keyDown(window, { key: "[" });
  fireEvent.keyDown(window, { key: "[" });
  expect(size).toHaveValue("38");
  fireEvent.keyDown(screen.getByRole("textbox", { name: "words" }), { key: "h" });
  expect(screen.getByRole("slider", { name: "Brush size" })).toBeInTheDocument();
});

it("shows what was before beside it, and as long as V is held", async () => {
  await renderWithTexts(<Painting />, "en_US");
  const shown = () => screen.getByRole("img", { name: "hills" }).getAttribute("src");
  fireEvent.keyDown(window, { key: "v" });
  expect(shown()).toContain(older.id);
  fireEvent.keyUp(window, { key: "v" });
  expect(shown()).toContain(picture.id);
  await userEvent.click(screen.getByRole("button", { name: "Compare with v1" }));
  const slider = screen.getByRole("slider", { name: "Before and after" });
  fireEvent.change(slider, { target: { value: "20" } });
  expect(slider).toHaveValue("20");
  expect(screen.getByRole("img", { name: "Before" })).toHaveStyle({ clipPath: "inset(0 80% 0 0)" });
});

it("offers no brush where the model repaints no part", async () => {
  await renderWithTexts(<Painting model={{ ...MODEL, mask: false }} />, "en_US");
  for (const name of ["Brush", "Eraser", "Lasso", "Region by corners"])
    expect(screen.getByRole("button", { name })).toBeDisabled();
  fireEvent.keyDown(window, { key: "b" });
  expect(screen.queryByRole("slider", { name: "Brush size" })).not.toBeInTheDocument();
});

it("sends what is to become of it once, and keeps the words when that fails", async () => {
  const onSend = jest.fn().mockResolvedValueOnce(false).mockResolvedValueOnce(true);
  const bar = (
    <InstructionBar isMasked count={2} left="13 / 20 left today" refusal={null} isBusy={false} onSend={onSend} />
  );
  await renderWithTexts(bar, "en_US");
  const field = screen.getByRole("textbox", { name: "What to change in the marked area" });
  const button = screen.getByRole("button", { name: "Repaint 2 pictures" });
  expect(button).toBeDisabled();
  await userEvent.type(field, " a lake {Enter}");
  expect(onSend).toHaveBeenCalledWith("a lake");
  expect(field).toHaveValue(" a lake ");
  await userEvent.click(button);
  await waitFor(() => expect(field).toHaveValue(""));
});
