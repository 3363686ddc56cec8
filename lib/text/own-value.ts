/** The value of a name, where it was given: names like `constructor` stand on every object. */
export function ownValue<T>(values: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined;
}
