import { forEachRow } from "@/lib/jobs/each-row";

it("works on every row although one of them fails", async () => {
  const done: string[] = [];
  await forEachRow([{ id: "a" }, { id: "b" }, { id: "c" }], "not done", async ({ id }) => {
    if (id === "b") throw new Error("broken");
    done.push(id);
  });
  expect(done).toEqual(["a", "c"]);
});
