// The phone's files name each other as they are served, "/-/NAME". Under node that is the folder Phone.
export const resolve = (name, context, next) => next(name.startsWith("/-/") ? new URL("../../Phone/" + name.slice(3), import.meta.url).href : name, context);
