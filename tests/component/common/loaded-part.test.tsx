import { act, render, screen } from "@testing-library/react";
import { LazyBoundary } from "@/components/common/lazy-boundary";
import { loadedPart } from "@/components/common/loaded-part";

const Menu = ({ name }: { name: string }) => <p>{name}</p>;

it("is drawn with the first render once its code is there", async () => {
  const Part = loadedPart(async () => Menu);
  await act(async () => Part.preload());
  render(<Part name="menu" fallback={<p>waiting</p>} />);
  expect(screen.getByText("menu")).toBeVisible();
  expect(screen.queryByText("waiting")).not.toBeInTheDocument();
});

it("shows what stands for it until then, and is fetched once", async () => {
  const load = jest.fn(async () => Menu);
  const Part = loadedPart(load);
  render(<Part name="menu" fallback={<p>waiting</p>} />);
  expect(screen.getByText("waiting")).toBeVisible();
  Part.preload();
  expect(await screen.findByText("menu")).toBeVisible();
  expect(load).toHaveBeenCalledTimes(1);
});

it("is tried again when it is wanted after it could not be fetched ahead", async () => {
  const load = jest.fn(async () => Menu).mockRejectedValueOnce(new Error("cut off"));
  const Part = loadedPart(load);
  await act(async () => Part.preload());
  render(
    <LazyBoundary>
      <Part name="menu" />
    </LazyBoundary>,
  );
  expect(await screen.findByText("menu")).toBeVisible();
});
