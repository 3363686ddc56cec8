import { fireEvent, render, screen } from "@testing-library/react";
import { useGapKeys } from "@/components/features/knowledge-operations/gaps/use-gap-keys";
import type { GapCardDto } from "@/lib/features/knowledge-operations/gap-dto";

const COLUMNS = { open: ["a", "b"], assigned: [], fixed: ["c"], verified: ["d", "e"] };
const heard: string[] = [];
const told = (what: string) => (gap: GapCardDto) => heard.push(`${what} ${gap.id}`);

function Board() {
  const keys = useGapKeys({
    find: (id) => ({ id }) as GapCardDto,
    onAssign: told("assign"),
    onFix: told("fix"),
    onStep: (step) => heard.push(`step ${step}`),
    onClose: () => heard.push("close"),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: as the board has it
    <div onKeyDown={keys}>
      <input aria-label="search" />
      {Object.entries(COLUMNS).map(([state, ids]) => (
        <section key={state} data-column={state}>
          {ids.map((id) => (
            <button key={id} type="button" data-gap={id}>
              {id}
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}

const press = (key: string, more: object = {}) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key, bubbles: true, ...more });

beforeEach(() => {
  heard.length = 0;
  Element.prototype.scrollIntoView = () => undefined;
  render(<Board />);
});

describe("keys of the gap board", () => {
  it("move over cards, past columns without any", () => {
    screen.getByRole("button", { name: "a" }).focus();
    press("ArrowDown");
    expect(screen.getByRole("button", { name: "b" })).toHaveFocus();
    press("ArrowDown");
    expect(screen.getByRole("button", { name: "b" })).toHaveFocus();
    press("ArrowRight");
    expect(screen.getByRole("button", { name: "c" })).toHaveFocus();
    press("ArrowRight");
    expect(screen.getByRole("button", { name: "d" })).toHaveFocus();
    press("ArrowRight");
    expect(screen.getByRole("button", { name: "d" })).toHaveFocus();
    press("ArrowLeft");
    press("ArrowLeft");
    expect(screen.getByRole("button", { name: "a" })).toHaveFocus();
  });

  it("assign, close and step, and leave whoever types alone", () => {
    screen.getByRole("button", { name: "c" }).focus();
    press("a");
    press("F");
    press("ArrowDown", { altKey: true });
    press("a", { ctrlKey: true });
    press("Escape");
    screen.getByRole("textbox").focus();
    press("a");
    press("ArrowDown", { altKey: true });
    expect(heard).toEqual(["assign c", "fix c", "step 1", "close"]);
  });
});
