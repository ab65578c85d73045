// What is worth keeping and what is not, as models are shown it: statements of how things are, and reports, counts and guesses of the hour.

export const LASTING = ["Releases come from stable", "User reviews migrations", "No Kafka: nobody can run it"]
export const PASSING = ["Fixed login", "42 tests pass", "Maybe the proxy"]
