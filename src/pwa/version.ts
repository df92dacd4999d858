/** This build's version. Set once by the entry, which alone knows it, so that a release renames one file. */
let version = '0.0.0';
export const setBuildVersion = (built: string) => {
  version = built;
};
export const buildVersion = () => version;
