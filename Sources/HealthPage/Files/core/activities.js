/** The kinds of workouts of HealthKit, `HKWorkoutActivityType`. */
export const activityTypes = [
    'americanFootball', 'archery', 'australianFootball', 'badminton', 'barre', 'baseball', 'basketball', 'bowling',
    'boxing', 'cardioDance', 'climbing', 'cooldown', 'coreTraining', 'cricket', 'crossCountrySkiing', 'crossTraining',
    'curling', 'cycling', 'dance', 'danceInspiredTraining', 'discSports', 'downhillSkiing', 'elliptical',
    'equestrianSports', 'fencing', 'fishing', 'fitnessGaming', 'flexibility', 'functionalStrengthTraining', 'golf',
    'group', 'gymnastics', 'handCycling', 'handball', 'highIntensityIntervalTraining', 'hiking', 'hockey', 'hunting',
    'jumpRope', 'kickboxing', 'lacrosse', 'martialArts', 'mindAndBody', 'mixedCardio', 'mixedMetabolicCardioTraining',
    'other', 'paddleSports', 'pickleball', 'pilates', 'play', 'preparationAndRecovery', 'racquetball', 'rest',
    'rowing', 'rugby', 'running', 'sailing', 'skatingSports', 'snowSports', 'snowboarding', 'soccer', 'socialDance',
    'softball', 'squash', 'stairClimbing', 'stairs', 'stepTraining', 'surfingSports', 'swimBikeRun', 'swimming',
    'tableTennis', 'taiChi', 'tennis', 'trackAndField', 'traditionalStrengthTraining', 'transition',
    'underwaterDiving', 'volleyball', 'walking', 'waterFitness', 'waterPolo', 'waterSports', 'wheelchairRunPace',
    'wheelchairWalkPace', 'wrestling', 'yoga',
]
