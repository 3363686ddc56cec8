import { NotFoundView } from "@/components/layout/not-found-view";

/** For screens outside the shells; it stands in the script of every page, so it carries no shell itself. */
export default function NotFound() {
  return (
    <main className="flex min-h-dvh bg-background">
      <NotFoundView hasSearch={false} heading="h1" />
    </main>
  );
}
