/** How long a failure stands, ms. */
const FAILED_MS = 1000;

/**
 * What components wait for with `use`, one promise a key, or every render would wait for another. A failure is asked for
 * again when it is wanted later, but not by the render that is told of it: that would never end.
 */
export function askedOnce<T>(): (key: string, load: () => Promise<T>) => Promise<T> {
  const asked = new Map<string, Promise<T>>();
  return (key, load) => {
    const known = asked.get(key);
    if (known) return known;
    const loading = load();
    asked.set(key, loading);
    loading.catch(() => setTimeout(() => asked.delete(key), FAILED_MS));
    return loading;
  };
}
