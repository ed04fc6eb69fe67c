// No circle among files, of types either. Nothing is left out: unit tests, the test kit and scripts count too.
const { options } = require('./.dependency-cruiser.cjs')

module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'A type that two files share is in a file of its own',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: { ...options, exclude: {} },
}
